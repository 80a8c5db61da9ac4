/// An action type with a case for the user's actions on a screen.
///
/// ```swift
/// enum Action: ViewAction {
///   case factResponse(String)
///   case view(View)
///
///   enum View {
///     case incrementButtonTapped
///   }
/// }
/// ```
///
/// Screens send only the actions in `view`; effects and other features send the other cases. See
/// ``ViewActionSending``.
public protocol ViewAction<ViewAction> {
  /// The actions of a user on the screen.
  associatedtype ViewAction

  /// Embeds a user's action. The case `view` fulfills this requirement.
  static func view(_ action: ViewAction) -> Self
}

/// A screen with a store, to which it sends only the user's actions.
///
/// `@ViewAction(for:)` adds the conformance to any type with a `store`: a console screen, a controller, a view.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the feature.
  associatedtype StoreState
  /// The actions of the feature.
  associatedtype StoreAction: ViewAction

  /// The store of the feature.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a user's action to the store: `send(.incrementButtonTapped)`.
  ///
  /// - Parameter action: The user's action.
  /// - Returns: The effects that it started, as ``Store/send(_:fileID:filePath:line:column:)`` does.
  @discardableResult
  public func send(
    _ action: StoreAction.ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    store.send(.view(action), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
