#if DEBUG
import CounterpointSupport

/// Records whether the key whose default is being computed lacks a test value.
///
/// The reader of the dependency reports the issue, because it knows the name and the declaration.
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
