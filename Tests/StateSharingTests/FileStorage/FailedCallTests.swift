@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
@_spi(Internals) import DurableFiles
import Foundation
import Observation
import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests that no acknowledged change is lost, and none is made twice, when a system call fails.
@Suite(.ends) struct FailedCallTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A layer in which the synchronization of the folder fails, as long as it is broken.
  private func layer(_ code: Int32, _ isBroken: Locked<Bool> = Locked(true)) -> FileLayer {
    let path = folder.url.path
    return FileLayer { call in
      if call.name == .fsync, call.path == path, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .fsync, path: path, code: code)
      }
    }.notifying { _ in }
  }

  /// A file system answers once that the file is missing. The default would replace its contents.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional], [SystemCall.Name.stat, .open])
  func aFileThatIsMissingOnceKeepsItsContents(mode: FileStorageMode, name: SystemCall.Name) async throws {
    try Data("1".utf8).write(to: folder.file())
    let path = folder.file().path, isBroken = Locked(false)
    let layer = FileLayer { call in
      let isMissing = isBroken.withLock { isBroken in
        guard isBroken, call.name == name, call.path == path else { return false }
        isBroken = false
        return true
      }
      if isMissing { throw SystemCallError(call: name, path: path, code: ENOENT) }
    }
    await withDisk(layer: layer, isWatched: false) {
      isBroken.withLock { $0 = true }
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 100
      #expect(count == 1)
      isBroken.withLock { $0 = true }
      $count.withLock { $0 += 1 }
      #expect(count == 2 && folder.text() == "2")
    }
  }

  /// The program loads the value, or the user has read the message, before another program changes the file.
  @Test(arguments: [false, true]) func aFailureThatIsOver(isLoaded: Bool) async throws {
    let isBroken = Locked(false)
    let layer = FileLayer { call in
      guard call.name == .rename, isBroken.withLock({ $0 }) else { return }
      throw SystemCallError(call: .rename, path: call.path, code: ENOSPC)
    }
    try await withDisk(layer: layer) {
      let count = Shared(wrappedValue: 0, .fileStorage(folder.file(), mode: .immediate))
      count.withLock { $0 = 1 }
      isBroken.withLock { $0 = true }
      _ = try await issues {
        count.withLock { $0 = 2 }
        if isLoaded { try await count.load() } else { count.acknowledgeSaveError() }
        #expect(count.wrappedValue == (isLoaded ? 1 : 2))
        try Data("100".utf8).write(to: folder.file(), options: .atomic)
        #expect(await first(of: count.values) { $0 == 100 } == 100)
      }
      isBroken.withLock { $0 = false }
      // The change was given up with the load, but the acknowledged one was to be saved again.
      if isLoaded {
        try await count.save()
      } else {
        await #expect(throws: SharedStorageError.self) { try await count.save() }
      }
    }
  }

  /// The change is in the file, so a foreign program that changes it builds on it.
  @Test func aChangeThatIsNotDurableIsNotLost() async throws {
    let isBroken = Locked(false)
    try await withDisk(layer: layer(EIO, isBroken)) {
      let count = Shared(wrappedValue: 0, .fileStorage(folder.file(), mode: .immediate))
      count.withLock { $0 = 1 }
      isBroken.withLock { $0 = true }
      _ = try await issues {
        count.withLock { $0 = 2 }
        #expect(count.saveError != nil && folder.text() == "2")
        try Data("3".utf8).write(to: folder.file(), options: .atomic)
        #expect(await first(of: count.values) { $0 == 3 } == 3)
      }
      isBroken.withLock { $0 = false }
      try await count.save()
      #expect(count.saveError == nil)
    }
  }

  /// Another program replaces a change that could not be written, and a later one is written.
  @Test(arguments: [FileStorageMode.throttled, .immediate], [false, true])
  func aChangeThatWasNotWrittenIsLostToAForeignOne(mode: FileStorageMode, isSavedAgain: Bool) async throws {
    let isBroken = Locked(false)
    let layer = FileLayer { call in
      guard call.name == .rename, isBroken.withLock({ $0 }) else { return }
      throw SystemCallError(call: .rename, path: call.path, code: ENOSPC)
    }
    try await withDisk(layer: layer) {
      let count = Shared(wrappedValue: 0, .fileStorage(folder.file(), mode: mode))
      count.withLock { $0 = 1 }
      try await count.save()
      isBroken.withLock { $0 = true }
      _ = try await issues {
        count.withLock { $0 = 2 }
        await #expect(throws: SharedStorageError.self) { try await count.save() }
        try Data("100".utf8).write(to: folder.file(), options: .atomic)
        #expect(await first(of: count.values) { $0 == 100 } == 100)
      }
      isBroken.withLock { $0 = false }
      if isSavedAgain { count.withLock { $0 += 1 } }
      let error = await #expect(throws: SharedStorageError.self) { try await count.save() }
      guard case .externalConflict(_, let lost)? = error else { throw try #require(error) }
      #expect(lost as? Int == 2)
      try await count.save()
      #expect(count.saveError == nil)
    }
    #expect(folder.text() == (isSavedAgain ? "101" : "100"))
  }

  /// Repeating the change, as for one that was rolled back, would make it twice.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aChangeThatMayNotSurviveAPowerFailureIsMadeOnce(mode: FileStorageMode) async throws {
    try Data("1".utf8).write(to: folder.file())
    let isBroken = Locked(true)
    try await withDisk(layer: layer(EIO, isBroken), isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      $count.withLock { $0 += 1 }
      #expect(count == 2 && folder.text() == "2")
      guard case .notDurable(folder.url.path, _)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      let shared = $count
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      $count.withLock { $0 += 1 }
      #expect(count == 3 && folder.text() == "3")
      isBroken.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      try await shared.save()
      #expect($count.saveError == nil)
      #expect(count == 4 && folder.text() == "4")
    }
  }

  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aFolderThatCanNotBeSynchronizedIsNoError(mode: FileStorageMode) async throws {
    try await withDisk(layer: layer(EINVAL), isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect($count.saveError == nil && count == 1 && folder.text() == "1")
    }
  }

  /// The modes that promise no exclusion save; transactions refuse, because two processes could make one change.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional], [ENOLCK, ENOSYS, EOPNOTSUPP])
  func aFileSystemWithoutLocks(mode: FileStorageMode, code: Int32) async throws {
    let layer = FileLayer { call in
      if call.name == .lock { throw SystemCallError(call: .lock, path: call.path, code: code) }
    }.notifying { _ in }
    await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      $count.withLock { $0 += 1 }
      if mode == .transactional {
        #expect("\(String(describing: $count.saveError))".contains("no locks between processes"))
        #expect(count == 0 && folder.names == [])
      } else {
        #expect($count.saveError == nil && folder.text() == "1")
      }
    }
    let store = AppStorageStore(url: folder.file("settings.json"), layer: layer)
    store.set(1, forKey: "count")
    try store.synchronize()
    #expect(AppStorageStore(url: folder.file("settings.json"), layer: FileLayer()).integer(forKey: "count") == 1)
  }

  /// The value was never seen, and `save()` must not move it aside.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional], [EIO, EMFILE, ESTALE])
  func aFileThatCouldNotBeReadOnceIsAdopted(mode: FileStorageMode, code: Int32) async throws {
    try Data("7".utf8).write(to: folder.file())
    let isBroken = Locked(true), path = folder.file().path
    let layer = FileLayer { call in
      if call.name == .open, call.path == path, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .open, path: path, code: code)
      }
    }
    try await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      #expect(count == 0 && $count.loadError != nil)
      isBroken.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      let shared = $count
      if mode == .transactional {
        #expect(count == 8)
      } else {
        await #expect(throws: SharedStorageError.self) { try await shared.save() }
        #expect(count == 7 && shared.loadError == nil)
        $count.withLock { $0 += 1 }
      }
      try await shared.save()
      #expect(folder.text() == "8" && folder.names == ["value.json"])
    }
  }

  /// A disk that fails twice, in the load and in the save, must not cost the contents of the file.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional], [EIO, EMFILE, ENOMEM, ESTALE])
  func aFileThatCanNotBeReadStaysIfTheValueIsSaved(mode: FileStorageMode, code: Int32) async throws {
    try Data("7".utf8).write(to: folder.file())
    let isBroken = Locked(true), path = folder.file().path
    let layer = FileLayer { call in
      if call.name == .open, call.path == path, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .open, path: path, code: code)
      }
    }
    try await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      let shared = $count
      for _ in 1...3 {
        $count.withLock { $0 += 1 }
        let error = await #expect(throws: SharedStorageError.self) { try await shared.save() }
        #expect("\(try #require(error))".hasSuffix("can be read.") || mode == .transactional)
        #expect(folder.text() == "7" && folder.names == ["value.json"])
      }
      isBroken.withLock { $0 = false }
      if mode != .transactional { await #expect(throws: SharedStorageError.self) { try await shared.save() } }
      try await shared.load()
      $count.withLock { $0 += 1 }
      try await shared.save()
      #expect(count == 8 && folder.text() == "8" && folder.names == ["value.json"])
    }
  }

  /// Nothing is written yet when the entries of a new folder are synchronized, so the change is not made.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aNewFolderThatCanNotBeSynchronizedHoldsNoChange(mode: FileStorageMode) async throws {
    let isBroken = Locked(true)
    try await withDisk(layer: layer(EIO, isBroken), isWatched: false) {
      @Shared(.fileStorage(folder.file("new/value.json"), mode: mode)) var count = 0
      let shared = $count
      _ = issues { $count.withLock { $0 = 1 } }
      if case .notDurable? = $count.saveError as? SharedStorageError { Issue.record("The file is not in place.") }
      #expect($count.saveError is SharedStorageError)
      #expect(count == (mode == .transactional ? 0 : 1))
      #expect(folder.text("new/value.json") == nil)
      isBroken.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      try await shared.save()
      #expect(folder.text("new/value.json") == (mode == .transactional ? "1" : "2"))
    }
  }

  /// The number of a version can't be written on a full disk. The file can be read.
  @Test func aFileWithVersionsIsReadOnAFullDisk() async throws {
    let isFull = Locked(false)
    let layer = FileLayer { call in
      if call.name == .write, isFull.withLock({ $0 }) {
        throw SystemCallError(call: .write, path: call.path, code: ENOSPC)
      }
    }
    try await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      let shared = $count
      $count.withLock { $0 = 1 }
      // A program that knows no versions.
      try Data("5".utf8).write(to: folder.file())
      isFull.withLock { $0 = true }
      try await shared.load()
      #expect(count == 5 && shared.loadError == nil)
      $count.withLock { $0 += 1 }
      guard case .notCommitted? = shared.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: shared.saveError))")
        return
      }
      isFull.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      #expect(count == 6 && folder.text() == "6" && shared.saveError == nil)
    }
  }

  /// A layer in which a file can't be opened, as long as it is broken.
  private func unreadable(_ path: String, _ isBroken: Locked<Bool>) -> FileLayer {
    FileLayer { call in
      if call.name == .open, call.path == path, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .open, path: path, code: EMFILE)
      }
    }
  }

  /// The value was read before, so a change builds on the contents of the file.
  @Test(
    arguments: [FileStorageMode.throttled, .immediate, .transactional],
    [FileConflictPolicy.reload, .lastWriterWins]
  )
  func aFailedLoadDoesNotAffectTheNextChange(mode: FileStorageMode, policy: FileConflictPolicy) async throws {
    try Data("1".utf8).write(to: folder.file())
    let isBroken = Locked(false)
    try await withDisk(layer: unreadable(folder.file().path, isBroken), isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode, onConflict: policy)) var count = 0
      let shared = $count
      isBroken.withLock { $0 = true }
      await #expect(throws: SharedStorageError.self) { try await shared.load() }
      isBroken.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      try await shared.save()
      #expect(count == 2 && shared.saveError == nil && shared.loadError == nil)
      #expect(folder.text() == "2" && folder.names == ["value.json"])
    }
  }

  /// The known bytes are damaged, so the next write must not replace them.
  @Test(arguments: [FileStorageMode.throttled, .immediate])
  func aFailedLoadOfADamagedFileDoesNotLoseItsContents(mode: FileStorageMode) async throws {
    try Data("no number".utf8).write(to: folder.file())
    let isBroken = Locked(false)
    try await withDisk(layer: unreadable(folder.file().path, isBroken), isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      let shared = $count
      isBroken.withLock { $0 = true }
      await #expect(throws: SharedStorageError.self) { try await shared.load() }
      isBroken.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      try await shared.save()
      #expect(count == 1 && folder.text() == "1")
      #expect(folder.names.compactMap { folder.text($0) }.contains("no number"))
    }
  }

  /// The damaged file has been quarantined, and is not a file that another program has deleted.
  @Test(arguments: [FileStorageMode.throttled, .immediate])
  func aChangeStaysIfTheWriteAfterAQuarantineFails(mode: FileStorageMode) async throws {
    try Data("no number".utf8).write(to: folder.file())
    let isBroken = Locked(true), path = folder.file().path
    let layer = FileLayer { call in
      if call.name == .rename, call.path == path, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .rename, path: path, code: ENOSPC)
      }
    }
    try await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      $count.withLock { $0 = 5 }
      #expect($count.saveError != nil && folder.text() == nil)
      isBroken.withLock { $0 = false }
      try await $count.save()
      #expect(count == 5 && $count.saveError == nil && folder.text() == "5")
      #expect(folder.names.compactMap { folder.text($0) }.contains("no number"))
    }
  }

  @Test func theErrorOfAFailedLoadEndsWithTheNextEvent() async throws {
    try Data("1".utf8).write(to: folder.file())
    let isBroken = Locked(false)
    try await withDisk(layer: unreadable(folder.file().path, isBroken)) {
      @Shared(.fileStorage(folder.file())) var count = 0
      let shared = $count
      isBroken.withLock { $0 = true }
      await #expect(throws: SharedStorageError.self) { try await shared.load() }
      let isCleared = Signal()
      withObservationTracking({ _ = shared.loadError }, onChange: { isCleared.send() })
      isBroken.withLock { $0 = false }
      try Data("1".utf8).write(to: folder.file(), options: .atomic)
      await isCleared.wait()
      #expect(count == 1)
    }
  }

  /// A server is lost during the renaming. The change is neither reported as rolled back nor made twice.
  @Test func aTransactionWithAnUnknownOutcomeSaysSo() async throws {
    try Data("1".utf8).write(to: folder.file())
    let isLost = Locked(false), isBroken = Locked(true)
    let path = folder.file().path, folder = folder
    let layer = FileLayer { call in
      guard isBroken.withLock({ $0 }) else { return }
      if call.name == .rename, let name = folder.temporaryNames.first {
        isLost.withLock { $0 = true }
        // The server has renamed the file, and its answer is lost.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: folder.file(name).path, toPath: path)
      }
      if isLost.withLock({ $0 }), [.rename, .stat].contains(call.name) {
        throw SystemCallError(call: call.name, path: call.path, code: ESTALE)
      }
    }
    await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      $count.withLock { $0 += 1 }
      guard case .unknownOutcome? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      isBroken.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      #expect(count == 3 && folder.text() == "3" && $count.saveError == nil)
    }
  }
}
