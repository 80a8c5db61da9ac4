@_spi(Internals) import CounterpointSupport
import CaseKeyPaths

/// The store of a presented child. Writing `nil` sends `.dismiss`.
final class PresentedStore<State: ObservableState, Action, Child, ChildAction>: BindingLocation {
  private let source: StoreSource<State, Action>
  private let state: KeyPath<State, Child?>
  private let action: CaseKeyPath<Action, ChildAction>
  private let dismissal: Action
  private let location: SourceLocation

  /// The child that this location may dismiss. A late write by a disappearing screen must not dismiss the next child.
  private var subject: PresentedChild<Child, ChildAction>?
  /// Whether the subject was present at the location's creation. Such a subject is replaced only after its removal was
  /// detected. Otherwise the location is for any presented child, and the subject is the child that was read last.
  private var isBoundToSubject: Bool

  init(
    _ store: Store<State, Action>,
    _ source: StoreSource<State, Action>,
    _ state: KeyPath<State, Child?>,
    _ action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    at location: SourceLocation
  ) {
    let toChild: CaseKeyPath<PresentationAction<ChildAction>, ChildAction> = \.presented
    self.source = source
    self.state = state
    self.action = action.appending(path: toChild)
    self.dismissal = action(.dismiss)
    self.location = location
    let child = withoutTracking { [action = self.action] in store.scope(state, action: action) }
    self.subject = child.map(PresentedChild.init)
    self.isBoundToSubject = child != nil
  }

  var value: Store<Child, ChildAction>? {
    guard let child = source.find()?.scope(state, action: action) else {
      forgetTarget()
      return nil
    }
    if !isBoundToSubject || subject?.isSame(as: child) ?? true { subject = PresentedChild(child) }
    return child
  }

  func forgetTarget() {
    subject = nil
    isBoundToSubject = false
  }

  func set(_ value: Store<Child, ChildAction>?) {
    guard value == nil, let store = source.untracked else { return }
    store.core.hub.preconditionIsolated()
    guard !store.core.isInvalid, let child = child(of: store), subject?.isSame(as: child) ?? true else { return }
    let dismissed = PresentedChild(child)
    let isBusy = store.core.hub.isBusy
    _ = store.core.send(dismissal, at: location)
    // If the action is still queued, the state can't have changed yet.
    guard !isBusy, let child = self.child(of: store), dismissed.isSameValue(as: child) else { return }
    reportNotDismissed(from: store)
  }

  private func child(of store: Store<State, Action>) -> Store<Child, ChildAction>? {
    withoutTracking { store.scope(state, action: action) }
  }

  private func reportNotDismissed(from store: Store<State, Action>) {
    reportIssue(
      """
      A binding created at \(location.fileID):\(location.line) was set to 'nil'. '.dismiss' was sent to \
      \(store.debugDescription), but no reducer has cleared the child's state '\(Child.self)'.

      Integrate the child with 'ifLet' in the parent's reducer. 'ifLet' clears the state when it receives '.dismiss'.
      """,
      at: location
    )
  }

  var identity: AnyHashable {
    AnyHashable(
      BindingIdentity(base: AnyHashable(BindingIdentity(base: source.identity, path: state)), path: action)
    )
  }
}

/// The identity of a presented child, without retaining its store.
private struct PresentedChild<State, Action> {
  private weak let store: Store<State, Action>?
  private let identity: ChildIdentity
  /// The serial number of the value; `nil` if it has no identity, like an enum in a case with plain data.
  private let serial: UInt64?

  init(_ store: Store<State, Action>) {
    self.store = store
    (identity, serial) = store.core.withState { state in
      let tracker = IdentityTracker<State>.make()
      let id = tracker?.id(of: state)
      // A value without an identity returns a different one each time.
      let hasID = tracker?.id(of: state) == id
      return (ChildIdentity(of: state), hasID ? id?.serial : nil)
    }
  }

  /// Returns whether a child is this one: it has the same case, id and store. If the store was released, the values are
  /// compared instead.
  func isSame(as other: Store<State, Action>) -> Bool {
    let other = PresentedChild(other)
    guard identity == other.identity else { return false }
    if let store { return store === other.store }
    return serial == other.serial
  }

  /// Returns whether the child's state was not replaced.
  func isSameValue(as other: Store<State, Action>) -> Bool {
    let other = PresentedChild(other)
    return identity == other.identity && serial == other.serial
  }
}
