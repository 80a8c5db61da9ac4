@_spi(Internals) public import CounterpointSupport
package import DependencyInjection
import StateSharing

/// Observes the reductions of a store, on the store's actor: a test store's history, a recorder, an inspector.
///
/// An instrument sees each action with its number and its cause. It may observe or control effects: see ``effects`` and
/// ``EffectScheduler``. It may refuse the actions of users. A store calls its instruments in the order of their
/// attachment. A store without instruments pays for a comparison with `nil` per reduction, and allocates nothing.
package protocol StoreInstrument<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The part of the instrument that observes the tasks of the effects, from any thread; by default `nil`.
  var effects: (any EffectInstrument)? { get }

  /// Logs what the reducer reads from dependencies; by default `nil`. Of several instruments, that of the first one
  /// that has a log is used.
  var dependencyReads: (any DependencyReadLog)? { get }

  /// Returns whether an action of the program or an observer is handled; by default `true`. A refused action has no
  /// number, and no instrument is told about it. Actions of effects and reducers can't be refused.
  func admits(_ action: Action, cause: ActionCause) -> Bool

  /// Called before the reducer runs. Does nothing by default.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - number: The number of the action. The numbers of a store's actions begin at 1 and have no gaps.
  ///   - cause: The reason for the action.
  func willReduce(_ action: Action, number: Int, cause: ActionCause)

  /// Called after the reducer has run and before its effect starts. Does nothing by default.
  ///
  /// - Parameters:
  ///   - action: The reduced action.
  ///   - state: The resulting state.
  ///   - effectGroup: The tasks of the returned effect, `nil` if there is no effect.
  func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?)

  /// Called when the instrument was added to a store. Does nothing by default.
  func attached(to store: StoreControl<State, Action>)

  /// Called after the state was replaced without an action, and all effects canceled. Does nothing by default.
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - number: The number of the action whose state it is.
  func didReplaceState(with state: State, after number: Int)

  /// Called when the store is released, on the thread that releases it. Does nothing by default.
  ///
  /// - Parameter state: The last state.
  func willEnd(with state: State)

  /// Returns the action whose reduction returned an effect, if the instrument keeps it; by default `nil`.
  ///
  /// - Parameter number: The number of the effect's group.
  func action(ofEffectGroup number: Int) -> Action?
}

extension StoreInstrument {
  package var effects: (any EffectInstrument)? { nil }

  package var dependencyReads: (any DependencyReadLog)? { nil }

  package func admits(_ action: Action, cause: ActionCause) -> Bool { true }

  package func willReduce(_ action: Action, number: Int, cause: ActionCause) {}

  package func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {}

  package func attached(to store: StoreControl<State, Action>) {}

  package func didReplaceState(with state: State, after number: Int) {}

  package func willEnd(with state: State) {}

  package func action(ofEffectGroup number: Int) -> Action? { nil }
}

/// Observes the tasks of a store's effects, and wraps their operations: a monitor that counts and traces them.
///
/// A store without such an instrument pays for a comparison with `nil` when a task is scheduled, runs and ends. The
/// methods are called from any thread.
@_spi(Internals) public protocol EffectInstrument: AnyObject, Sendable {
  /// A task was scheduled. ``effectEnded()`` follows exactly once, even if the task is canceled before it runs.
  func effectBegan()

  /// A task has ended.
  func effectEnded()

  /// Runs the operation of an effect, in the effect's task.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - operation: The operation; to be called once, unless the task is canceled before.
  func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async
}

/// The name of an effect and its location in the code.
@_spi(Internals) public struct EffectDescription: Sendable {
  /// The name that the program gave to the effect's task.
  public let name: String?
  /// The location of the `.run`.
  public let location: SourceLocation
  /// The number of the action whose reduction returned the effect.
  public let reduction: Int
  let cancelIDs: [CancelID]

  /// The ids of `cancellable(id:)` under which the effect can be canceled, the innermost first.
  public var cancellationIDs: [AnyHashable] { cancelIDs.map(\.value) }
}

/// The instruments that observe a store's reductions, and the scheduler of its effects.
///
/// An object, because a store without any then needs no more than a reference that is `nil`. The store replaces
/// it when an instrument is attached.
final class StoreInstrumentation<State, Action> {
  // The first one is stored apart, because the type of the array is looked up at each use, which costs more than the
  // instrument of a test store.
  private let first: (any StoreInstrument<State, Action>)?
  private let others: [any StoreInstrument<State, Action>]
  private let hasOthers: Bool
  let scheduler: (any EffectScheduler)?
  /// The state on which reductions go on; `nil` if the store shows it.
  var liveState: LiveState<State>?
  /// The shared values of the time of the shown state; `nil` for the present.
  var shownPast: SharedPast?

  init(instruments: [any StoreInstrument<State, Action>], scheduler: (any EffectScheduler)?) {
    first = instruments.first
    others = Array(instruments.dropFirst())
    hasOthers = !others.isEmpty
    self.scheduler = scheduler
  }

  /// Returns a copy with another instrument.
  func adding(_ instrument: any StoreInstrument<State, Action>) -> StoreInstrumentation {
    let instruments = [first].compactMap { $0 } + others + [instrument]
    let copy = StoreInstrumentation(instruments: instruments, scheduler: scheduler)
    copy.liveState = liveState
    copy.shownPast = shownPast
    return copy
  }

  /// Calls a function with each instrument, in the order of their attachment.
  private func forEach(_ body: (any StoreInstrument<State, Action>) -> Void) {
    if let first { body(first) }
    if hasOthers { for instrument in others { body(instrument) } }
  }

  var dependencyReads: (any DependencyReadLog)? {
    var log: (any DependencyReadLog)?
    forEach { if log == nil { log = $0.dependencyReads } }
    return log
  }

  /// Returns whether no instrument refuses an action.
  func admits(_ action: Action, cause: ActionCause) -> Bool {
    guard cause.reduction == nil else { return true }
    var isAdmitted = true
    forEach { isAdmitted = isAdmitted && $0.admits(action, cause: cause) }
    return isAdmitted
  }

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    forEach { $0.willReduce(action, number: number, cause: cause) }
  }

  func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    forEach { $0.didReduce(action, to: state, effectGroup: effectGroup) }
  }

  func didReplaceState(with state: State, after number: Int) {
    forEach { $0.didReplaceState(with: state, after: number) }
  }

  func willEnd(with state: State) {
    forEach { $0.willEnd(with: state) }
  }

  /// Returns the action whose reduction returned an effect, from the first instrument that keeps it.
  func action(ofEffectGroup number: Int) -> Action? {
    var action: Action?
    forEach { if action == nil { action = $0.action(ofEffectGroup: number) } }
    return action
  }
}
