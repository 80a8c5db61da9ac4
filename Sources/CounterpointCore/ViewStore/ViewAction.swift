/// An action that has the actions of a screen in a case of their own.
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
/// What is outside `view` is not for screens: effects and other features send it. See ``ViewActionSending``.
public protocol ViewAction<ViewAction> {
  /// What a user can do on the screen.
  associatedtype ViewAction

  /// The action for what a user did. The case `view` is one.
  static func view(_ action: ViewAction) -> Self
}

/// A screen with a store, to which it sends only what a user did there.
///
/// `@ViewAction(for:)` adds the conformance. It works on any type with a `store`: a console screen, a controller, a view.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the feature.
  associatedtype StoreState
  /// The actions of the feature.
  associatedtype StoreAction: ViewAction

  /// The store of the feature.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends what a user did to the store: `send(.incrementButtonTapped)`.
  ///
  /// - Parameters:
  ///   - action: What the user did.
  ///   - fileID: The place of this call, for issues.
  ///   - filePath: The place of this call, for issues.
  ///   - line: The place of this call, for issues.
  ///   - column: The place of this call, for issues.
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
