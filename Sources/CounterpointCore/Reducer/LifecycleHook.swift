@_spi(Internals) import CounterpointSupport
import DependencyInjection

/// The closure of an `onMount` or `onDismount`.
protocol LifecycleHook<State, Action>: LifecyclePart {
  var use: HookUse { get }
}

extension LifecycleHook {
  /// The location of the operator.
  var location: SourceLocation { use.location }

  var rank: Int { 0 }
}

/// The place of a hook, and whether the store knows it.
final class HookUse {
  /// The location of the operator.
  let location: SourceLocation
  /// Whether the store has found the hook, or an issue was reported because it has not.
  private var isChecked = false
  /// The number of the store's update before the first action that reached the hook.
  private var firstUpdate: Int?

  init(at location: SourceLocation) {
    self.location = location
  }

  /// Reports an issue if an action reaches the hook in a store that doesn't call it, because another reducer runs its
  /// feature without saying so.
  @inline(__always)
  func checkThatStoreKnowsIt() {
    if !isChecked { check() }
  }

  @inline(never)
  private func check() {
    // A replay calls reducers without a store, and without lifecycle.
    guard let context = ReductionContext.current, !context.allowsUncalledHooks else { return }
    if let mounted = context.mounted {
      isChecked = mounted.hasMounted(location)
      let update = mounted.updateCount
      // A feature can appear during an action that then reaches it. It is mounted after that action.
      guard !isChecked, let firstUpdate, firstUpdate < update else { return firstUpdate = firstUpdate ?? update }
    }
    guard !isChecked else { return }
    isChecked = true
    reportIssue(
      """
      The lifecycle hook at \(location.fileID):\(location.line) is never called, because the store did not find it.

      A reducer that implements 'reduce(into:action:)' runs its feature, or the feature is type-erased: by 'any Reducer', \
      'eraseToReduce()' or 'if #available'. Run the feature in a 'body', with its own type, or attach the hook to a \
      reducer outside of it.
      """,
      at: location
    )
  }
}

/// The closure of an `onMount`.
final class MountHook<State, Action, ID: Equatable>: LifecycleHook {
  let use: HookUse
  private let id: ((State) -> ID)?
  private let mount: (State) -> Effect<Action>

  private final class Mounted: MountedPart {
    /// The id of the effect, by which it is canceled when the value has changed.
    let effect: MountID
    var value: ID

    init(_ value: ID, effect: MountID) {
      self.effect = effect
      self.value = value
    }
  }

  /// - Parameters:
  ///   - id: Returns the value for which the effect runs; `nil` if it runs once.
  ///   - mount: Returns the effect.
  ///   - location: The location of the operator.
  init(id: ((State) -> ID)?, _ mount: @escaping (State) -> Effect<Action>, _ location: SourceLocation) {
    self.id = id
    self.mount = mount
    use = HookUse(at: location)
  }

  var needsUpdates: Bool { id != nil }

  func update(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    guard let id else { return mountOnce(&mounted, state, in: tree, &effects) }
    let value = withDependencyReadLog(nil) { state.lend(id) }
    guard let previous = mounted as? Mounted else {
      let new = Mounted(value, effect: tree.makeMountID())
      mounted = new
      tree.noteMount(of: location)
      return effects.appendMount(effect(of: state, in: tree).cancellable(id: new.effect))
    }
    guard previous.value != value else { return }
    previous.value = value
    let effect = effect(of: state, in: tree)
    if effect.operation == nil {
      effects.appendMount(.cancel(id: previous.effect))
    } else {
      effects.appendMount(effect.cancellable(id: previous.effect, cancelInFlight: true))
    }
  }

  private final class MountedOnce: MountedPart {}

  private func mountOnce(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    guard mounted == nil else { return }
    mounted = MountedOnce()
    tree.noteMount(of: location)
    effects.appendMount(effect(of: state, in: tree))
  }

  // The effects of a removed feature are canceled with it.
  func dismount(_ mounted: any MountedPart, _ effects: inout [Effect<Action>]) {}

  private func effect(of state: Address<State>, in tree: MountedTree) -> Effect<Action> {
    guard tree.runsHooks else { return .none }
    // The reads of dependencies are not recorded, because a replay does not call hooks.
    return withDependencyReadLog(nil) { state.lend(mount) }
  }
}

/// The closure of an `onDismount`.
final class DismountHook<State, Action, Part>: LifecycleHook {
  let use: HookUse
  private let part: (State) -> Part
  private let dismount: (Part) -> Effect<Never>

  private final class Mounted: MountedPart {
    var part: Part

    init(_ part: Part) {
      self.part = part
    }
  }

  init(
    keeping part: @escaping (State) -> Part,
    _ dismount: @escaping (Part) -> Effect<Never>,
    _ location: SourceLocation
  ) {
    self.part = part
    self.dismount = dismount
    use = HookUse(at: location)
  }

  var needsUpdates: Bool { true }

  // Not inlined, because its stack frame has room for a copy of the state.
  @inline(never)
  func update(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    let current = withDependencyReadLog(nil) { state.lend(part) }
    if let previous = mounted as? Mounted {
      previous.part = current
    } else {
      tree.noteMount(of: location)
      mounted = Mounted(current)
    }
  }

  @inline(never)
  func dismount(_ mounted: any MountedPart, _ effects: inout [Effect<Action>]) {
    guard let mounted = mounted as? Mounted else { return }
    let effect = withDependencyReadLog(nil) { dismount(mounted.part) }
    effects.append(effect.embedded(Self.action(from:)))
  }

  /// Never called, because the effect sends no actions. The empty body needs no value.
  private static func action(from never: Never) -> Action {}
}

/// The cancellation id of the effect of one `onMount(id:)` in one feature.
struct MountID: Hashable, Sendable {
  let number: Int
}
