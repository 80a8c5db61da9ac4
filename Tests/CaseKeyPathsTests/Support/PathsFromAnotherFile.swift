import CaseKeyPaths

/// The key paths that `KeyPathEqualityTests` writes too, from another file: equality must not depend on the file.
enum PathsFromAnotherFile {
  static var number: CaseKeyPath<Fixture, Int> { \.number }
  static var innerText: CaseKeyPath<Fixture, String> { \.inner.text }
  static var maybeText: CaseKeyPath<Fixture, String> { \.maybe.text }
  static var maybe: CaseKeyPath<Fixture, Inner> { \.maybe.some }
}
