@_spi(Internals) import CounterpointSupport
import IssueReporting

/// Returns the lines of an issue that describe a key and its declaration.
private func description<Key>(of key: Key.Type, value: Any.Type, declaration: SourceLocation?) -> String {
  var lines: [String] = []
  if let declaration { lines.append("  Declared at: \(declaration.fileID):\(declaration.line)") }
  if ObjectIdentifier(key) == ObjectIdentifier(value) {
    lines.append("  Dependency: \(qualifiedName(key))")
  } else {
    lines.append("  Key: \(qualifiedName(key))")
    lines.append("  Value: \(qualifiedName(value))")
  }
  return lines.joined(separator: "\n")
}

#if DEBUG
/// A key with an example of its override for issues.
protocol ExampleOverride {
  /// A statement for the closure that overrides the key.
  static var exampleOverride: String { get }
}

private func example(of key: Any.Type) -> String {
  (key as? any ExampleOverride.Type).map { ", as in '\($0.exampleOverride)'" } ?? ""
}

func missingTestValueText<Key: TestDependencyKey>(of key: Key.Type, name: String, declaration: SourceLocation?)
  -> String
{
  """
  The dependency '\(name)' has no value for tests, and a test used it without overriding it:

  \(description(of: key, value: Key.Value.self, declaration: declaration))

  Override it where the test creates its store (the 'withDependencies' closure of 'TestStore'\(example(of: key))) or around \
  the code under test ('withDependencies { … } operation: { … }'), or give the key a 'testValue' if all tests can share it. Until then the \
  test gets the preview's value, which may be the live one.
  """
}

func missingLiveValueText<Key: TestDependencyKey>(of key: Key.Type, name: String, declaration: SourceLocation?)
  -> String
{
  """
  The dependency '\(name)' has no live value, and the program used it:

  \(description(of: key, value: Key.Value.self, declaration: declaration))

  Conform the key to 'DependencyKey' and link the module that does, or set the value where the program starts, with \
  'prepareDependencies' or 'withDependencies'. Until then the program gets the value for tests.
  """
}
#endif

func reportPreparedTooLate(_ name: String, key: Any.Type, value: Any.Type, at location: SourceLocation?) {
  let text = """
    The dependency '\(name)' was prepared after it had been used, or for a second time. The new value was ignored.

    \(description(of: key, value: value, declaration: nil))

    Prepare a dependency once, where the program or the test starts, before anything reads it. To override it for a part of \
    the program, use 'withDependencies'.
    """
  if let location { reportIssue(text, at: location) } else { IssueReporting.reportIssue(text) }
}

#if DEBUG
@_spi(Internals) import CounterpointSupport

/// Records whether the key whose default is being computed lacks a test value.
///
/// The reader of the dependency reports the issue, because it knows the name and the declaration.
final class MissingTestValue: Sendable {
  @TaskLocal static var current: MissingTestValue?

  let key: ObjectIdentifier
  private let recorded = Locked(false)

  init(of key: any TestDependencyKey.Type) {
    self.key = ObjectIdentifier(key)
  }

  var isRecorded: Bool { recorded.withLock { $0 } }

  func record() {
    recorded.withLock { $0 = true }
  }
}
#endif

/// An update of dependencies, during which reading a dependency does not count as its use.
enum DependencyUpdate {
  /// Whether the running code is inside an update.
  @TaskLocal static var isRunning = false

  /// Whether the use of an unimplemented endpoint should be reported. Always `false` in release builds.
  static var reportsUse: Bool {
    #if DEBUG
    !isRunning
    #else
    false
    #endif
  }
}
