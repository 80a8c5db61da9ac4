#if DEBUG
import Locks

/// Notes whether the key whose default is being computed has no value for tests.
///
/// The issue is for who reads the dependency to report, who knows its name and its declaration.
final class MissingTestValue: Sendable {
  @TaskLocal static var current: MissingTestValue?

  let key: ObjectIdentifier
  private let noted = Locked(false)

  init(of key: any TestDependencyKey.Type) {
    self.key = ObjectIdentifier(key)
  }

  var isNoted: Bool { noted.withLock { $0 } }

  func note() {
    noted.withLock { $0 = true }
  }
}
#endif
