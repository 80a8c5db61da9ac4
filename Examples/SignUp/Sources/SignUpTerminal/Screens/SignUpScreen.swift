public import Counterpoint
import CounterpointTerminal
public import SignUp

/// Signing up on a terminal.
///
/// The screens are computed from the features' stores, and typed text is sent through bindings. Use it on the store's
/// actor.
public struct SignUpScreen {
  @UIBindable var store: StoreOf<SignUpFeature>
  @UIBinding var local: LocalState

  /// Shows a flow. Copies share the cursor.
  ///
  /// - Parameter store: The flow.
  public init(store: StoreOf<SignUpFeature>) {
    self._store = UIBindable(wrappedValue: store)
    self._local = UIBinding(wrappedValue: LocalState())
  }
}
