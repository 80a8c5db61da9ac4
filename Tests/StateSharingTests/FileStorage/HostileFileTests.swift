import CounterpointTestSupport
import Foundation
@_spi(Internals) import DurableFiles
import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests with files that another program has placed at the path of a value or its lock.
@Suite(.ends) struct HostileFileTests {
  private let folder: Folder
  private var lock: String { folder.file(".counterpoint-value.json.lock").path }

  init() throws { folder = try Folder() }

  enum Kind: CaseIterable { case symbolicLink, hardLink, pipe }

  @Test(arguments: Kind.allCases)
  func aPlantedLockFileIsRefused(kind: Kind) async throws {
    let content = String(repeating: "important ", count: 5)
    try Data(content.utf8).write(to: folder.file("victim"))
    let victim = folder.file("victim").path
    switch kind {
    case .symbolicLink: #expect(unsafe symlink(victim, lock) == 0)
    case .hardLink: #expect(unsafe link(victim, lock) == 0)
    case .pipe: #expect(unsafe mkfifo(lock, 0o600) == 0)
    }
    await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      $count.withLock { $0 += 1 }
      #expect(count == 0)
      #expect("\(String(describing: $count.saveError))".contains(lock))
      @Shared(.fileStorage(folder.file("other.json"), mode: .immediate)) var other = 0
      $other.withLock { $0 += 1 }
      #expect($other.saveError == nil)
    }
    #expect(folder.text("victim") == content)
    #expect(folder.text() == nil)
  }

  @Test func aRemovedLockFileIsNotHeld() async throws {
    try await withDisk {
      let key: FileStorageKey<Int> = .fileStorage(folder.file(), mode: .transactional)
      let first = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
      _ = try key.commit(1, first.ticket)
      try FileManager.default.removeItem(atPath: lock)
      let second = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
      // Versions continue, so that references adopt later values.
      #expect(second.stored.version > first.stored.version)
      key.rollback(second.ticket)
    }
  }

  @Test func aPipeIsNeitherReadNorReplaced() async throws {
    #expect(unsafe mkfifo(folder.file().path, 0o600) == 0)
    await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .immediate)) var count = 1
      expectNotReadable($count.loadError)
      $count.withLock { $0 = 2 }
      #expect($count.saveError is SharedStorageError)
      let shared = $count
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
    }
    #expect(folder.names == ["value.json"])
    #expect(isPipe)
  }

  @Test func settingsDoNotReplaceAPipe() async throws {
    #expect(unsafe mkfifo(folder.file().path, 0o600) == 0)
    let store = AppStorageStore(url: folder.file(), layer: FileLayer())
    @Shared(.appStorage("count", store: store)) var count = 1
    #expect($count.loadError is SharedStorageError)
    $count.withLock { $0 = 2 }
    let shared = $count
    await #expect(throws: SharedStorageError.self) { try await shared.save() }
    #expect(folder.names == ["value.json"])
    #expect(isPipe)
  }

  /// Only reads, because a bug must not replace a device of the machine.
  @Test(arguments: ["/dev/zero", "/dev/null"])
  func aDeviceIsNotRead(device: String) async throws {
    #expect(unsafe symlink(device, folder.file().path) == 0)
    await withDisk {
      @SharedReader(.fileStorage(folder.file())) var count = 1
      expectNotReadable($count.loadError)
      #expect(count == 1)
    }
  }

  /// A part of each would be the path of the file.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional], [false, true])
  func aLocationThatIsNoPathIsRefused(mode: FileStorageMode, isRemote: Bool) async throws {
    try Data("7".utf8).write(to: folder.file())
    let path = folder.file().path
    let url = isRemote ? URL(string: "https://example.com\(path)") : URL(fileURLWithPath: path + "\0.txt")
    let location = try #require(url)
    await withDisk(isWatched: false) {
      @Shared(.fileStorage(location, mode: mode)) var count = 1
      guard case .notReadable? = $count.loadError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.loadError))")
        return
      }
      $count.withLock { $0 = 2 }
      #expect($count.saveError is SharedStorageError)
      let shared = $count
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
    }
    #expect(folder.text() == "7" && folder.names == ["value.json"])
  }

  private var isPipe: Bool {
    var status = stat()
    return unsafe lstat(folder.file().path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private func expectNotReadable(
    _ error: (any Error)?,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard case .notReadable(folder.file().path, _)? = error as? SharedStorageError else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func theLimitAppliesToAFileOfUnknownSize() async throws {
    await withDisk(limit: 4) {
      // The system reports a size of zero.
      @Shared(.fileStorage(URL(fileURLWithPath: "/proc/version"))) var count = 1
      guard case .tooLarge(_, 5, 4)? = $count.loadError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.loadError))")
        return
      }
    }
  }

  /// It could never be read back.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aValueThatExceedsTheLimitIsNotWritten(mode: FileStorageMode) async throws {
    try Data("1234".utf8).write(to: folder.file())
    try await withDisk(limit: 4) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      $count.withLock { $0 = 12345 }
      guard case .tooLarge(folder.file().path, 5, 4)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      let shared = $count
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      #expect(folder.text() == "1234")
      $count.withLock { $0 = 5 }
      try await shared.save()
      #expect($count.saveError == nil && folder.text() == "5")
    }
  }

  /// Its contents were never read, and are those of another program, so that also the last writer does not win.
  @Test(
    arguments: [FileStorageMode.throttled, .immediate, .transactional],
    [FileConflictPolicy.reload, .lastWriterWins]
  )
  func aFileThatExceedsTheLimitIsNotReplaced(mode: FileStorageMode, policy: FileConflictPolicy) async throws {
    try Data("12345".utf8).write(to: folder.file())
    try await withDisk(limit: 4, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode, onConflict: policy)) var count = 0
      let shared = $count
      $count.withLock { $0 = 1 }
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      for error in [shared.loadError, shared.saveError] {
        guard case .tooLarge(folder.file().path, 5, 4)? = error as? SharedStorageError else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      #expect(folder.text() == "12345" && folder.names == ["value.json"])
      try Data("7".utf8).write(to: folder.file())
      try await shared.load()
      $count.withLock { $0 += 1 }
      try await shared.save()
      #expect(count == 8 && folder.text() == "8" && folder.names == ["value.json"])
    }
  }

  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aReadOnlyFileIsNotReplaced(mode: FileStorageMode) async throws {
    try Data("1".utf8).write(to: folder.file())
    #expect(unsafe chmod(folder.file().path, 0o444) == 0)
    await withDisk {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      #expect(count == 1)
      $count.withLock { $0 = 2 }
      let error = "\(String(describing: $count.saveError))"
      #expect(error.contains("Permission denied"))
      #expect(folder.text() == "1")
      #expect(folder.names == ["value.json"])
    }
  }

  @Test func aDamagedReadOnlyFileIsNotQuarantined() async throws {
    try Data("no number".utf8).write(to: folder.file())
    #expect(unsafe chmod(folder.file().path, 0o444) == 0)
    await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 2 }
      #expect($count.saveError is SharedStorageError)
      #expect(folder.names == ["value.json"])
      #expect(folder.text() == "no number")
    }
  }

  @Test func readOnlySettingsAreNotReplaced() async throws {
    let text = #"{"count":{"int":{"_0":1}}}"#
    try Data(text.utf8).write(to: folder.file())
    #expect(unsafe chmod(folder.file().path, 0o444) == 0)
    let store = AppStorageStore(url: folder.file(), layer: FileLayer())
    @Shared(.appStorage("count", store: store)) var count = 0
    $count.withLock { $0 = 2 }
    let shared = $count
    await #expect(throws: SharedStorageError.self) { try await shared.save() }
    #expect(folder.text() == text)
  }

  @Test(arguments: ["9223372036854775808", "99999999999999999999999999", "1e30", "4.0e2"])
  func aVersionThatIsTooLargeIsANewerOne(version: String) async throws {
    let text = #"{"payload":"x","version":\#(version)}"#
    try Data(text.utf8).write(to: folder.file())
    await withDisk {
      @Shared(.fileStorage(folder.file(), version: 3, migrations: [:])) var value = "default"
      guard case .newerSchema(_, _, 3)? = $value.loadError as? SharedStorageError else {
        Issue.record("\(String(describing: $value.loadError))")
        return
      }
      $value.withLock { $0 = "mine" }
      let shared = $value
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
    }
    #expect(folder.text() == text)
    #expect(folder.names == ["value.json"])
  }

  /// As if no program with versions had written the file.
  @Test(arguments: ["-1", "-9223372036854775808", "-1e30"]) func aNegativeVersionIsNone(version: String) async throws {
    let text = #"{"payload":1,"version":\#(version)}"#
    try Data(text.utf8).write(to: folder.file())
    await withDisk(isWatched: false) {
      @Shared(.fileStorage(folder.file(), version: 3, migrations: [:])) var value = ["default": 0.0]
      #expect($value.loadError == nil && value["payload"] == 1 && value.count == 2)
    }
  }

  /// The next versions would overflow, so counting begins again.
  @Test func aVersionOfTheLockThatIsTooLargeIsNone() async throws {
    for content in ["18446744073709551615\n", "9223372036854775808\n"] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: lock))
      try Data("1".utf8).write(to: folder.file())
      try await withDisk(isWatched: false) {
        @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
        $count.withLock { $0 += 1 }
        try Data(content.utf8).write(to: URL(fileURLWithPath: lock))
        $count.withLock { $0 += 1 }
        #expect($count.saveError == nil && count == 3 && folder.text() == "3")
      }
    }
  }

  @Test func theSecondTypeOnOneFileCannotBeSaved() async throws {
    await withDisk {
      @Shared(.fileStorage(folder.file())) var number = 1
      $number.withLock { $0 = 2 }
      var second: Shared<String>?
      let reported = issues {
        @Shared(.fileStorage(folder.file())) var text = "text"
        second = $text
      }
      #expect(reported.count == 1)
      guard let text = second else { return }
      #expect(text.loadError is SharedStorageError)
      text.withLock { $0 = "other" }
      #expect(text.wrappedValue == "other")
      await #expect(throws: SharedStorageError.self) { try await text.save() }
      #expect(text.saveError is SharedStorageError)
      await #expect(throws: SharedStorageError.self) { try await text.load() }
      #expect(folder.text() == "2")
    }
  }

  @Test func temporaryFilesOfACrashAreRemovedByTheNextLoadOrWrite() async throws {
    let stale = folder.file(".counterpoint-value.json~0123456789abcdef")
    let others = [".counterpoint-other.json~0123456789abcdef", ".counterpoint-value.json~x~0123456789abcdef"]
    for name in others { try Data().write(to: folder.file(name)) }
    await withDisk {
      try? Data("part".utf8).write(to: stale)
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect(folder.temporaryNames.sorted() == others.sorted())
      try? Data("part".utf8).write(to: stale)
      $count.withLock { $0 = 2 }
      #expect(folder.temporaryNames.sorted() == others.sorted())
    }
  }

  @Test func anUncommittedChangeIsReportedAsRolledBack() async throws {
    let layer = FileLayer { call in
      if call.name == .fsync { throw SystemCallError(call: .fsync, path: call.path, code: ENOSPC) }
    }
    try Data("1".utf8).write(to: folder.file())
    await withDisk(layer: layer) {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      $count.withLock { $0 = 2 }
      #expect(count == 1)
      let error = "\(String(describing: $count.saveError))"
      #expect(error.contains("No space left"))
      #expect(error.contains("rolled back"))
      #expect(!error.contains("value stays in memory"))
    }
  }
}
