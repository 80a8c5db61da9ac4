import ControlledClocks
import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
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

@Suite struct FileDiskTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func aValueIsWrittenAndFound() async throws {
    let url = folder.url.appendingPathComponent("a/b/value.json")
    await withDisk {
      do {
        @Shared(.fileStorage(url)) var stats = ["a": 1]
        $stats.withLock { $0["b"] = 2 }
        #expect($stats.saveError == nil)
      }
      @Shared(.fileStorage(url)) var stats = [String: Int]()
      #expect(stats == ["a": 1, "b": 2])
    }
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// Later changes wait until the pause is over, while the disk is still at the first one.
  @Test(arguments: [false, true]) func aChangeNeverWaitsForTheDisk(keyIsWrapped: Bool) async {
    let threads = Locked<Set<ThreadID>>([]), writes = Locked(0)
    let isWriting = Latch(), mayWrite = Latch(), isFinished = Latch()
    let path = folder.url.path
    let layer = FileLayer { call in
      if [.write, .fsync, .rename].contains(call.name) {
        threads.withLock { _ = $0.insert(.current) }
        isWriting.open()
        mayWrite.wait(atMost: 10)
      }
      if call.name == .fsync, call.path == path {
        let count = writes.withLock { writes in
          writes += 1
          return writes
        }
        if count == 2 { isFinished.open() }
      }
    }
    let clock = TestClock()
    await withDisk(clock: clock, layer: layer) {
      let caller = ThreadID.current
      let key = FileStorageKey<Int>.fileStorage(folder.file())
      let shared = keyIsWrapped ? Shared(wrappedValue: 0, OtherKey(base: key)) : Shared(wrappedValue: 0, key)
      @Shared(projectedValue: shared) var count
      for number in 1...100 {
        $count.withLock { $0 = number }
        if number == 1 { isWriting.wait() }
      }
      #expect(!threads.withLock { $0.contains(caller) })
      #expect(count == 100 && folder.text() == nil)
      mayWrite.open()
      await clock.advance(by: .seconds(1))
      isFinished.wait()
      #expect(folder.text() == "100")
      #expect(writes.withLock { $0 } == 2)
    }
  }

  /// Sixteen pauses end while the disk is still at the first write.
  @Test func whileTheDiskIsSlowChangesWaitForTheNextWriteTogether() async throws {
    let writes = Locked(0), isWriting = Latch(), mayWrite = Latch()
    let path = folder.url.path
    let layer = FileLayer { call in
      guard call.name == .fsync, call.path == path else { return }
      writes.withLock { $0 += 1 }
      isWriting.open()
      mayWrite.wait()
    }
    let clock = TestClock()
    try await withDisk(clock: clock, layer: layer) {
      @Shared(.fileStorage(folder.file())) var count = 0
      for number in 1...16 {
        $count.withLock { $0 = number }
        isWriting.wait()
        await clock.advance(by: .seconds(1))
      }
      mayWrite.open()
      try await $count.save()
      #expect(folder.text() == "16")
      // The first change, all others, and possibly the call of `save()`.
      #expect(2...3 ~= writes.withLock { $0 })
    }
  }

  /// Each save waits for a disk that waits for all of them.
  @Test func aCallOfSaveTakesNoThreadOfATask() async throws {
    let count = 16, writing = Locked<Set<String>>([]), mayWrite = Latch(), isLate = Locked(false)
    let layer = FileLayer { call in
      guard call.name == .rename else { return }
      if writing.withLock({ writing in
        writing.insert(call.path)
        return writing.count == count
      }) {
        mayWrite.open()
      }
      mayWrite.wait(atMost: 30)
      if !mayWrite.isOpen { isLate.withLock { $0 = true } }
    }
    try await withDisk(layer: layer) {
      let saves = (0..<count).map { number in
        let save = AsyncStream<(any Error)?>.makeStream()
        FileStorageKey<Int>.fileStorage(folder.file("\(number).json")).save(
          number,
          context: .userInitiated,
          continuation: SaveContinuation { result in
            if case .failure(let error) = result { save.continuation.yield(error) }
            save.continuation.finish()
          }
        )
        return save.stream
      }
      for save in saves { for await error in save { throw try #require(error) } }
    }
    #expect(!isLate.withLock { $0 })
    #expect((0..<count).allSatisfy { folder.text("\($0).json") == "\($0)" })
  }

  /// A declaration reads the file before it returns, on the thread that declares the value.
  @Test func aCallOfLoadTakesNoThreadOfATask() async throws {
    try Data("1".utf8).write(to: folder.file())
    let isInTask = Locked(false)
    let layer = FileLayer { _ in
      if unsafe withUnsafeCurrentTask(body: { unsafe $0 != nil }) { isInTask.withLock { $0 = true } }
    }
    try await withDisk(layer: layer, isWatched: false) {
      @SharedReader(.fileStorage(folder.file())) var count = 0
      #expect(count == 1 && isInTask.withLock { $0 })
      isInTask.withLock { $0 = false }
      try Data("2".utf8).write(to: folder.file())
      try await $count.load()
      #expect(count == 2 && !isInTask.withLock { $0 })
    }
  }

  @Test func readingCreatesNoFile() async {
    await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect(count == 1)
      #expect(folder.names == [])
    }
  }

  /// Another program may be about to create a link there.
  @Test(arguments: [FileStorageMode.immediate, .transactional]) func readingCreatesNoFolder(mode: FileStorageMode) async
  {
    await withDisk {
      @Shared(.fileStorage(folder.file("current/value.json"), mode: mode)) var count = 1
      try? await $count.load()
      #expect(count == 1)
      #expect(folder.names == [])
    }
  }

  @Test func aLinkStaysAndItsTargetIsWritten() async throws {
    try Data("1".utf8).write(to: folder.file("target.json"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("target.json").path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.json").path,
      withDestinationPath: "target.json"
    )
    await withDisk {
      @Shared(.fileStorage(folder.file("link.json"))) var count = 0
      #expect(count == 1)
      $count.withLock { $0 = 2 }
    }
    #expect(folder.text("target.json") == "2")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.json").path) == "target.json")
    let mode =
      try FileManager.default.attributesOfItem(atPath: folder.file("target.json").path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func pathsOfOneFileShareOneValue() async {
    await withDisk {
      @Shared(.fileStorage(folder.file())) var first = 1
      @Shared(.fileStorage(folder.url.appendingPathComponent("x/../value.json"))) var second = 2
      $first.withLock { $0 = 5 }
      #expect(second == 5)
    }
  }

  @Test func undecodableBytesAreQuarantined() async throws {
    try Data("no number".utf8).write(to: folder.file())
    await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect(count == 1)
      guard case .corrupt(let path, nil, _)? = $count.loadError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.loadError))")
        return
      }
      #expect(path == folder.file().path)
      #expect(folder.text() == "no number")
      $count.withLock { $0 = 2 }
      #expect($count.loadError == nil && $count.saveError == nil)
    }
    #expect(folder.text() == "2")
    let aside = folder.names.filter { $0.hasPrefix("value.json.corrupt-") }
    #expect(aside.count == 1)
    #expect(folder.text(aside.first ?? "") == "no number")
  }

  @Test func atMostFiveFilesAreQuarantined() async throws {
    for number in 1...7 {
      try Data("no number \(number)".utf8).write(to: folder.file())
      await withDisk {
        @Shared(.fileStorage(folder.file())) var count = 1
        $count.withLock { $0 = 2 }
      }
    }
    let kept = folder.names.filter { $0.contains("corrupt") }.compactMap { folder.text($0) }
    #expect(Set(kept) == Set((3...7).map { "no number \($0)" }))
  }

  @Test func randomBytesAreNeverLost() async throws {
    // `Verification/stress-sharing` creates ten thousand files.
    let count = ProcessInfo.processInfo.environment["COUNTERPOINT_FILES"].flatMap { Int($0) } ?? 100
    for number in 0..<count {
      let folder = try Folder()
      var bytes = Data((0..<Int.random(in: 1...300)).map { _ in UInt8.random(in: 0...255) })
      if number.isMultiple(of: 2) {
        // Almost a value.
        let position = Int.random(in: 0..<23)
        bytes = Data(#"{"a":[1,2,3],"bcd":[4]}"#.utf8)
        if number.isMultiple(of: 4) {
          bytes[position] = .random(in: 0...255)
        } else {
          bytes = bytes.prefix(position + 1)
        }
      }
      try bytes.write(to: folder.file())
      await withDisk {
        @Shared(.fileStorage(folder.file())) var value = ["a": [1]]
        let isRead = $value.loadError == nil
        $value.withLock { $0["b"] = [2] }
        let aside = folder.names.filter { $0.contains("corrupt") }
        #expect(isRead || (try? Data(contentsOf: folder.file(aside.first ?? ""))) == bytes)
      }
    }
  }

  @Test func aFolderAtThePathIsAnError() async throws {
    try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: true)
    await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect(isNotReadable($count.loadError, folder.file()))
      $count.withLock { $0 = 2 }
      #expect($count.saveError is SharedStorageError)
      let shared = $count
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      #expect(count == 2)
    }
    #expect(folder.names == ["value.json"])
  }

  @Test func aFileThatCannotBeReadIsNotOverwrittenUnlessAsked() async throws {
    try Data("7".utf8).write(to: folder.file())
    let isForbidden = Locked(true)
    let path = folder.file().path
    await withDisk(
      layer: FileLayer { call in
        if call.name == .open, call.path == path, isForbidden.withLock({ $0 }) {
          throw SystemCallError(call: .open, path: path, code: EACCES)
        }
      }
    ) {
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect(isNotReadable($count.loadError, folder.file()))
      $count.withLock { $0 = 2 }
      #expect(isNotReadable($count.saveError, folder.file()))
      #expect(folder.text() == "7")
      try? await $count.save()
      #expect(folder.text() == "2")
      #expect(folder.names.filter { $0.contains("corrupt") }.compactMap { folder.text($0) } == ["7"])
    }
  }

  @Test(arguments: [ENOSPC, EROFS, EACCES, EDQUOT, EIO, ENAMETOOLONG])
  func whatCannotBeWrittenIsAnErrorAndTheOldFileStays(code: Int32) async throws {
    try Data("1".utf8).write(to: folder.file())
    let isFull = Locked(true)
    await withDisk(
      layer: FileLayer { call in
        if call.name == .write, isFull.withLock({ $0 }) {
          throw SystemCallError(call: .write, path: call.path, code: code)
        }
      }
    ) {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 2 }
      #expect(count == 2)
      guard case .notWritable(let path, let underlying)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(path == folder.file().path)
      #expect((underlying as? SystemCallError)?.code == code)
      #expect(folder.text() == "1")
      #expect(folder.temporaryNames == [])
      isFull.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      #expect($count.saveError == nil)
      #expect(folder.text() == "3")
    }
  }

  @Test func aFolderThatCannotBeCreatedIsAnError() async throws {
    let nowhere = folder.file("nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: nowhere.path,
      withDestinationPath: folder.file("none/none").path
    )
    await withDisk {
      @Shared(.fileStorage(nowhere.appendingPathComponent("value.json"))) var count = 0
      $count.withLock { $0 = 2 }
      guard case .notWritable(let path, _)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(path == nowhere.appendingPathComponent("value.json").path)
      #expect(count == 2)
    }
  }

  @Test func aFileThatIsTooLargeIsNotRead() async throws {
    try Data("12345".utf8).write(to: folder.file())
    await withDisk(limit: 4) {
      @Shared(.fileStorage(folder.file())) var count = 1
      guard case .tooLarge(_, 5, 4)? = $count.loadError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.loadError))")
        return
      }
      $count.withLock { $0 = 2 }
      #expect(folder.text() == "12345")
    }
  }

  /// Each system call of a write fails once, and the process is stopped once before each call.
  @Test func aWriteThatStopsAnywhereLeavesTheOldOrTheNew() async throws {
    let old = "\"\(String(repeating: "old", count: 1_000))\"", new = String(repeating: "new", count: 1_000)
    for stops in [false, true] {
      for number in 1... {
        try Data(old.utf8).write(to: folder.file())
        let calls = Locked((count: 0, isLoaded: false))
        let hasStopped = await withDisk(
          layer: FileLayer { call in
            let fails = calls.withLock { calls in
              guard calls.isLoaded else { return false }
              calls.count += 1
              return stops ? calls.count >= number : calls.count == number
            }
            if fails { throw SystemCallError(call: call.name, path: call.path, code: EIO) }
          }
        ) {
          @Shared(.fileStorage(folder.file())) var text = "none"
          calls.withLock { $0.isLoaded = true }
          $text.withLock { $0 = new }
          if $text.saveError == nil { #expect(folder.text() == "\"\(new)\"") }
          return calls.withLock { $0.count } >= number
        }
        let found = folder.text()
        #expect(found == old || found == "\"\(new)\"")
        if !hasStopped { break }
        try #require(number < 200)
      }
    }
  }

  private func isNotReadable(_ error: (any Error)?, _ url: URL) -> Bool {
    if case .notReadable(url.path, _)? = error as? SharedStorageError { true } else { false }
  }
}

/// A key of a user that passes all to another one.
private struct OtherKey<Base: SharedKey>: SharedKey {
  let base: Base

  var id: String { "other \(base.id)" }

  func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  func subscribe(context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }

  func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}
