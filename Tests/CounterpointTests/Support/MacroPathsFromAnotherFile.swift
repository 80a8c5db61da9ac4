import Counterpoint

/// The key paths that `CasePathableTests` writes too, written here: equality must not depend on the file.
enum MacroPathsFromAnotherFile {
  static var tap: CaseKeyPath<Shape, Void> { \.child.tap }
  static var text: CaseKeyPath<Shape, String> { \.child.grandchild.text }
}
