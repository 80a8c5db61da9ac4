@_spi(Internals) import CounterpointSupport
import IssueReporting
import Synchronization

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
/// Records whether the key whose default is being computed lacks a test value.
///
/// The reader of the dependency reports the issue, because it knows the name and the declaration.
final class MissingTestValue: Sendable {
  @TaskLocal private static var latest: MissingTestValue?

  let key: ObjectIdentifier
  private let recorded = Locked(false)
  private let isOver = Atomic(false)

  private init(of key: any TestDependencyKey.Type) {
    self.key = ObjectIdentifier(key)
  }

  /// The key whose default is being computed. A task that the computation has started has none when it is over.
  static var current: MissingTestValue? {
    latest.flatMap { $0.isOver.load(ordering: .acquiring) ? nil : $0 }
  }

  /// Computes a default.
  ///
  /// - Returns: The default, and whether the key lacks a test value.
  static func recorded<Key: TestDependencyKey, Value>(of key: Key.Type, _ compute: () -> Value) -> (Value, Bool) {
    let missing = MissingTestValue(of: key)
    let value = $latest.withValue(missing, operation: compute)
    missing.isOver.store(true, ordering: .releasing)
    return (value, missing.recorded.withLock { $0 })
  }

  func record() {
    recorded.withLock { $0 = true }
  }
}
#endif

/// An update of dependencies, during which reading a dependency does not count as its use.
final class DependencyUpdate: Sendable {
  @TaskLocal private static var latest: DependencyUpdate?

  private let isOver = Atomic(false)

  /// Whether the running code is inside an update. A task that an update has started is not when the update is over.
  static var isRunning: Bool { latest?.isOver.load(ordering: .acquiring) == false }

  /// Runs an update.
  static func run<Result>(_ update: () throws -> Result) rethrows -> Result {
    let current = DependencyUpdate()
    defer { current.isOver.store(true, ordering: .releasing) }
    return try $latest.withValue(current, operation: update)
  }

  /// Runs an asynchronous update on the caller's actor.
  static func run<Result>(
    isolation: isolated (any Actor)?,
    _ update: () async throws -> Result
  ) async rethrows -> Result {
    let current = DependencyUpdate()
    defer { current.isOver.store(true, ordering: .releasing) }
    return try await $latest.withValue(current, operation: update, isolation: isolation)
  }

  /// Runs code that is not inside of the running update.
  static func suspend<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $latest.withValue(nil, operation: body)
  }

  /// Whether the use of an unimplemented endpoint should be reported. Always `false` in release builds.
  static var reportsUse: Bool {
    #if DEBUG
    !isRunning
    #else
    false
    #endif
  }
}
