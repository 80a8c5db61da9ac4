import CounterpointSupport
public import CaseKeyPaths
import OrderedCollections

extension StackState where Element: CasePathable {
  /// The payload of an element's case; `nil` in another case, or if there is no element with the id.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.title = "Fugue"
  /// ```
  ///
  /// Edits are in place. Assigning `nil` removes the element. Writing to another case, or to an absent element,
  /// changes nothing and is reported as an issue.
  ///
  /// - Parameters:
  ///   - id: The element's id.
  ///   - keyPath: The case.
  public subscript<Member>(
    id id: StackElementID,
    case keyPath: CaseKeyPath<Element, Member>,
    fileID fileID: CallerText = #fileID,
    filePath filePath: CallerText = #filePath,
    line line: CallerNumber = #line,
    column column: CallerNumber = #column
  ) -> Member? {
    get { elements[id].flatMap(AnyCasePath(keyPath).extract) }
    _modify {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &self[id: id][case: keyPath, at: location]
    }
  }
}
