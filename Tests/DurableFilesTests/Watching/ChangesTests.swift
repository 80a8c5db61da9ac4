@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
@_spi(Internals) import DurableFiles
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests of ``DurableFile/changes`` with the real file system.
@Suite(.ends) struct ChangesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Waits until the file has a text.
  private func wait(for text: String?, in changes: AsyncStream<Void>, _ file: DurableFile) async {
    for await _ in changes where (try? file.read()) == text.map({ Data($0.utf8) }) { return }
    Issue.record("The sequence has ended.")
  }

  /// A watch of the inode would end with the first replacement.
  @Test func allReplacementsAreNoticed() async throws {
    let file = folder.file()
    let changes = file.changes
    for text in ["1", "2", "3"] {
      try file.write(Data(text.utf8))
      await wait(for: text, in: changes, file)
    }
    try FileManager.default.removeItem(at: folder())
    await wait(for: nil, in: changes, file)
    try folder.put("4")
    await wait(for: "4", in: changes, file)
  }

  @Test func aChangeOfAnotherProcessIsNoticed() async throws {
    let file = folder.file()
    let changes = file.changes
    let program = try Program("count", folder().path, "1")
    await wait(for: "1", in: changes, file)
    program.end()
  }

  /// The folders arrive with the file in them, so that no event of the last folder is to come.
  @Test func aFileInFoldersThatAppearAtOnceIsNoticed() async throws {
    // A name that the events of no other test have.
    let name = "value-\(UUID())"
    let file = folder.file("a/b/c/\(name)")
    try folder.makeFolder("prepared/b/c")
    try folder.put("1", "prepared/b/c/\(name)")
    let changes = file.changes
    try FileManager.default.moveItem(at: folder("prepared"), to: folder("a"))
    await wait(for: "1", in: changes, file)
    try folder.put("2", "a/b/c/\(name)")
    await wait(for: "2", in: changes, file)
  }

  @Test func aChainOfLinksIsWatched() async throws {
    try folder.makeFolder("real")
    try folder.put("1", "real/value")
    try folder.link("middle", to: "real/value")
    try folder.link("value", to: "middle")
    let file = folder.file()
    let changes = file.changes
    try folder.put("2", "real/value")
    await wait(for: "2", in: changes, file)
    // From now on it leads to another file.
    try folder.put("3", "other")
    try FileManager.default.removeItem(at: folder("middle"))
    try folder.link("middle", to: "other")
    await wait(for: "3", in: changes, file)
    try folder.put("4", "other")
    await wait(for: "4", in: changes, file)
  }

  /// The way in which Kubernetes updates a mounted configuration: the folder's link leads to another folder.
  @Test func aReplacedFolderIsNoticed() async throws {
    for number in 1...2 {
      try folder.makeFolder("version-\(number)")
      try folder.put("\(number)", "version-\(number)/value")
    }
    try folder.link("data", to: "version-1")
    try folder.link("value", to: "data/value")
    let file = folder.file()
    let changes = file.changes
    try folder.link("new", to: "version-2")
    #expect(unsafe rename(folder("new").path, folder("data").path) == 0)
    try FileManager.default.removeItem(at: folder("version-1"))
    await wait(for: "2", in: changes, file)
  }

  /// A deployment switches a link above the file, in a folder that contains no part of the file's own name.
  @Test func aSwitchedLinkAmongTheFoldersIsNoticed() async throws {
    for number in 1...3 {
      try folder.makeFolder("releases/\(number)/a/b")
      try folder.put("\(number)", "releases/\(number)/a/b/value")
    }
    try folder.link("current", to: "releases/1")
    let file = folder.file("current/a/b/value")
    let changes = file.changes
    for number in 2...3 {
      try folder.link("new", to: "releases/\(number)")
      #expect(unsafe rename(folder("new").path, folder("current").path) == 0)
      await wait(for: "\(number)", in: changes, file)
    }
    try FileManager.default.removeItem(at: folder("releases/1"))
    try folder.put("4", "releases/3/a/b/value")
    await wait(for: "4", in: changes, file)
    try file.write(Data("5".utf8))
    #expect(folder.text("releases/3/a/b/value") == "5")
    #expect(!folder.names.contains("releases/1"))
  }

  /// A reader of one file waits for its disk. A test of this waits as long as it fails.
  @Test func aFileThatIsHandledDelaysNoOther() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let isReleased = Latch()
    let slow = folder.file("slow").watch {
      start.yield()
      isReleased.wait()
    }
    let fast = folder.file("fast"), changes = fast.changes
    try folder.put("1", "slow")
    for await _ in started { break }
    try folder.put("1", "fast")
    await wait(for: "1", in: changes, fast)
    isReleased.open()
    slow.cancel()
  }

  /// With a handler that takes as long as the test wants, and events from the test.
  @Test func changesWhileOneIsHandledAreOneMore() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let isReleased = Latch(), count = Locked(0)
    let watcher = FileWatcher(EveryFolder())
    let watch = folder.file("value").watch(by: watcher) {
      count.withLock { $0 += 1 }
      start.yield()
      isReleased.wait()
    }
    var events = started.makeAsyncIterator()
    watcher.reportChange(of: "value", in: 1)
    await events.next()
    for _ in 1...3 { watcher.reportChange(of: "value", in: 1) }
    isReleased.open()
    await events.next()
    watch.cancel()
    #expect(count.withLock { $0 } == 2)
  }

  #if os(Linux)
  /// With a real file system that is unmounted and mounted again, which causes no event in the watched folder.
  @Test(.enabled(if: geteuid() == 0)) func aFileSystemThatIsMountedAgainIsNoticed() throws {
    let program = try Program(inNamespace: "remount", folder.url.path)
    #expect(program.line() == "mounted")
    #expect(program.line() == "unmounted")
    #expect(program.line() == "mounted again")
    #expect(program.line() == "changed")
    #expect(program.end() == 0)
  }

  /// The other programs of the user have used up the watches or the instances of `inotify`.
  @Test(
    .enabled(if: geteuid() == 0),
    arguments: [("max_inotify_watches", ENOSPC), ("max_inotify_instances", EMFILE)]
  )
  func aFileIsPolledWhereTheSystemHasNoWatchLeft(limit: String, code: Int32) throws {
    try folder.put("1")
    let program = try Program(inUserNamespace: "unwatched", folder.url.path, limit)
    #expect(program.line() == "polled")
    let notice = program.line() ?? ""
    #expect(notice.contains("does not report changes of '\(folder.url.path)'") && notice.contains("(\(code))"))
    try folder.put("changed")
    #expect(program.line() == "changed")
    #expect(program.end() == 0)
  }
  #endif

  @Test func aSequenceEndsWithItsTask() async {
    let changes = folder.file().changes
    let task = Task { for await _ in changes {} }
    task.cancel()
    await task.value
  }
}

/// Notifications of a system that watches each folder.
private struct EveryFolder: FolderEvents {
  func watch(_ folder: String) -> Int32 { 1 }
  func unwatch(_ number: Int32) {}
}
