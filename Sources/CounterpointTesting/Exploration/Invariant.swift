@_spi(Internals) import CounterpointSupport

/// A property that each state of a feature must have; see `explore`.
public struct Invariant<State> {
  let name: String
  let location: CounterpointSupport.SourceLocation
  let holds: (State) -> Bool

  /// A property that must hold after each action.
  ///
  /// - Parameters:
  ///   - name: The name of the property, for messages.
  ///   - holds: Returns whether a state has the property.
  public static func always(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ holds: @escaping (_ state: State) -> Bool
  ) -> Self {
    let location = CounterpointSupport.SourceLocation(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return Self(name: name, location: location, holds: holds)
  }
}
