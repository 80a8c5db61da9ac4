import CounterpointSupport
import CaseKeyPaths

/// The store of a child that is presented. Writing `nil` asks the feature to dismiss it.
final class PresentedStore<State: ObservableState, Action, Child, ChildAction>: BindingLocation<
  Store<Child, ChildAction>?
>
{
  private let source: StoreSource<State, Action>
  private let state: KeyPath<State, Child?>
  private let action: CaseKeyPath<Action, ChildAction>
  private let dismissal: Action
  private let location: SourceLocation

  /// The child that may be dismissed here. A late write by a disappearing screen must not dismiss the next child.
  private var subject: PresentedChild<Child, ChildAction>?
  /// Whether the subject was present when the location was created, and can be replaced only after its removal is
  /// known. Otherwise the subject is the child that was read last, because the location was created for any presented
  /// child.
  private var isMadeForSubject: Bool

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
    self.isMadeForSubject = child != nil
  }

  override var value: Store<Child, ChildAction>? {
    guard let child = source.find()?.scope(state, action: action) else {
      forget()
      return nil
    }
    if !isMadeForSubject || subject?.isSame(as: child) ?? true { subject = PresentedChild(child) }
    return child
  }

  override func forget() {
    subject = nil
    isMadeForSubject = false
  }

  override func set(_ value: Store<Child, ChildAction>?) {
    guard value == nil, let store = source.untracked else { return }
    store.core.hub.preconditionIsolated()
    guard !store.core.isInvalid, let child = child(of: store), subject?.isSame(as: child) ?? true else { return }
    let dismissed = PresentedChild(child)
    let isBusy = store.core.hub.isBusy
    _ = store.core.send(dismissal, at: location)
    // If the action waits, nothing can have happened yet.
    guard !isBusy, let child = self.child(of: store), dismissed.isSameValue(as: child) else { return }
    reportNotDismissed(from: store)
  }

  private func child(of store: Store<State, Action>) -> Store<Child, ChildAction>? {
    withoutTracking { store.scope(state, action: action) }
  }

  private func reportNotDismissed(from store: Store<State, Action>) {
    reportIssue(
      """
      A binding that was made at \(location.fileID):\(location.line) was set to 'nil'. \(store.debugDescription) was sent \
      '.dismiss' for it, but its state '\(Child.self)' is still there: no reducer has cleared it.

      Integrate the child with 'ifLet' in the reducer of the parent: that clears the state when it sees '.dismiss'.
      """,
      at: location
    )
  }

  override var identity: AnyHashable {
    AnyHashable(
      BindingIdentity(base: AnyHashable(BindingIdentity(base: source.identity, way: state)), way: action)
    )
  }
}

/// Which child is presented, without keeping it.
private struct PresentedChild<State, Action> {
  private weak let store: Store<State, Action>?
  private let identity: ChildIdentity
  /// Tells the value from all others; `nil` where that can't be told, as of an enum in a case with mere data.
  private let serial: UInt64?

  init(_ store: Store<State, Action>) {
    self.store = store
    (identity, serial) = store.core.withState { state in
      let tracker = IdentityTracker<State>.make()
      let id = tracker?.id(of: state)
      // What has no identity of its own gets another one each time it is asked for it.
      let hasID = tracker?.id(of: state) == id
      return (ChildIdentity(of: state), hasID ? id?.serial : nil)
    }
  }

  /// Returns whether a child is this one: the same case and id, and the same store. After the store's release its
  /// screen is gone, so another value is another child.
  func isSame(as other: Store<State, Action>) -> Bool {
    let other = PresentedChild(other)
    guard identity == other.identity else { return false }
    if let store { return store === other.store }
    return serial == other.serial
  }

  /// Whether nothing has taken the place of the child's state.
  func isSameValue(as other: Store<State, Action>) -> Bool {
    let other = PresentedChild(other)
    return identity == other.identity && serial == other.serial
  }
}
