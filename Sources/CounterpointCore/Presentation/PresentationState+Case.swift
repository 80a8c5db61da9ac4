import CounterpointSupport
public import CaseKeyPaths

extension PresentationState where State: CasePathable {
  /// The payload of the presented enum's case; `nil` in another case or while nothing is presented.
  ///
  /// ```swift
  /// state.$destination[case: \.edit]?.title = "Fugue"
  /// ```
  ///
  /// Edits are in place. Assigning `nil` ends the presentation. Writing in another case, or while nothing is
  /// presented, changes nothing and is reported as an issue: to present something, assign the whole value.
  ///
  /// - Parameter keyPath: The case.
  public subscript<Member>(
    case keyPath: CaseKeyPath<State, Member>,
    fileID fileID: CallerText = #fileID,
    filePath filePath: CallerText = #filePath,
    line line: CallerNumber = #line,
    column column: CallerNumber = #column
  ) -> Member? {
    get { wrappedValue.flatMap(AnyCasePath(keyPath).extract) }
    _modify {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[case: keyPath, at: location]
    }
  }
}
