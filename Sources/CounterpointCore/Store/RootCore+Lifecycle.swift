@_spi(Internals) import CounterpointSupport
import DependencyInjection

// The features of the initial state are mounted when the store has been created. Those that appear later are mounted
// by the `MountingReducer`, in the reduction that made them appear.

extension RootCore {
  /// Mounts the features of the initial state, starts their effects, and handles the actions that those send
  /// synchronously. Does nothing if no feature has a lifecycle.
  ///
  /// The effects belong to number 0, before the first reduction.
  ///
  /// - Parameter origin: The creation of a test store.
  func mount(from origin: SendOrigin? = nil) {
    guard let lifecycle else { return }
    preconditionIsolated()
    self.origin = origin
    defer { self.origin = nil }
    hub.isBusy = true
    machine.resume()
    // The store may be created in an effect of another one.
    CurrentEffect.$current.withValue(nil) {
      dependencies.run {
        let effect = mount(with: lifecycle)
        if let operation = effect.operation { startMounts(operation) }
        drive()
      }
    }
    currentScope = nil
  }

  private func mount(with lifecycle: StoreLifecycle<State, Action>) -> Effect<Action> {
    hub.runningReducer = reducerType
    let outer = hub.beginReduction()
    defer {
      hub.endReduction(outer)
      hub.runningReducer = nil
    }
    return lifecycle.update(state.address)
  }

  private func startMounts(_ operation: Effect<Action>.Operation) {
    let name = "the creation of the store"
    guard let instrumentation else {
      return startPostponing {
        runner.start(operation, EffectContext(reduction: reductions, actionName: name))
      }
    }
    let scheduler = instrumentation.scheduler
    let number = reductions
    let scope = EffectGroupScope(parent: sendScope, number: number, scheduler: scheduler)
    let effectGroup = EffectGroup(number: number, action: name, origin: sendScope.origin, scope: scope)
    start(operation, effectGroup, actionName: name, scheduler)
  }
}
