@_spi(Internals) import CounterpointSupport

extension ViewStore {
  /// Returns a binding that reads a part of the screen's state and sends an action for each write.
  ///
  /// ```swift
  /// field.bind(viewStore.binding(get: \.name, send: ViewAction.nameTyped))
  /// ```
  ///
  /// The binding retains the view store. A write is dropped if the state of the feature was removed.
  ///
  /// - Parameters:
  ///   - get: Reads the part.
  ///   - send: Creates the action from the new value.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value,
    send: @escaping (_ value: Value) -> ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Value> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return UIBinding(ViewStoreValue(self, get: get, send: send, at: location))
  }

  /// Returns a binding that reads a part of the screen's state and sends the same action for each write, for example
  /// for a dismissed sheet.
  ///
  /// - Parameters:
  ///   - get: Reads the part.
  ///   - send: The action.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value,
    send: ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Value> {
    binding(get: get, send: { _ in send }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a binding that reads the screen's state and sends an action for each write.
  ///
  /// - Parameter send: Creates the action from the new value.
  public func binding(
    send: @escaping (_ state: ViewState) -> ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<ViewState> {
    binding(get: { $0 }, send: send, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a binding that reads the screen's state and sends the same action for each write.
  ///
  /// - Parameter send: The action.
  public func binding(
    send: ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<ViewState> {
    binding(send: { _ in send }, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A part of a screen's state. A write sends an action.
private final class ViewStoreValue<ViewState, ViewAction, Value>: BindingLocation {
  private let viewStore: ViewStore<ViewState, ViewAction>
  private let read: (ViewState) -> Value
  private let send: (Value) -> ViewAction
  private let location: SourceLocation

  init(
    _ viewStore: ViewStore<ViewState, ViewAction>,
    get: @escaping (ViewState) -> Value,
    send: @escaping (Value) -> ViewAction,
    at location: SourceLocation
  ) {
    self.viewStore = viewStore
    self.read = get
    self.send = send
    self.location = location
  }

  var value: Value { read(viewStore.state) }

  func set(_ value: Value) {
    viewStore.write(send(value), at: location)
  }
}
