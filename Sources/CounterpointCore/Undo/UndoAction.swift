public import CaseKeyPaths

/// The actions of a feature whose changes can be undone; see
/// ``Reducer/undoable(_:history:action:limit:grouping:fileID:filePath:line:column:)``.
public enum UndoAction: CaseIterable, Codable, Hashable, Sendable {
  /// Restores the value before the last step.
  case undo
  /// Restores the value after the step that was undone last.
  case redo
  /// Forgets all steps. The value stays.
  case clear
}

extension UndoAction: CasePathable, CasePathIterable {
  /// The case paths of an undo action.
  public struct AllCasePaths: Sendable {
    /// The restoration of the value before the last step.
    public var undo: AnyCasePath<UndoAction, Void> { path(to: .undo) }

    /// The restoration of the value after the step that was undone last.
    public var redo: AnyCasePath<UndoAction, Void> { path(to: .redo) }

    /// The removal of all steps.
    public var clear: AnyCasePath<UndoAction, Void> { path(to: .clear) }

    private func path(to action: UndoAction) -> AnyCasePath<UndoAction, Void> {
      AnyCasePath(embed: { action }, extract: { $0 == action ? () : nil })
    }
  }

  /// The case paths of an undo action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension UndoAction.AllCasePaths: CasePathReflectable {
  /// `\.undo`, `\.redo` or `\.clear`.
  ///
  /// - Parameter root: The action.
  public subscript(root: UndoAction) -> PartialCaseKeyPath<UndoAction> {
    switch root {
    case .undo: \.undo
    case .redo: \.redo
    case .clear: \.clear
    }
  }
}

extension UndoAction.AllCasePaths: Sequence {
  /// Iterates over `\.undo`, `\.redo` and `\.clear`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<UndoAction>]> {
    [\.undo, \.redo, \.clear].makeIterator()
  }
}
