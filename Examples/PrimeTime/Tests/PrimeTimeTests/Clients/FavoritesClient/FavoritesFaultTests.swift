import Foundation
import Synchronization
import Testing

@testable import PrimeTime

/// Law 9: acknowledged is durable, and a crash at any instant leaves the old value or the new one.
@Suite("Favorites on a disk that fails")
struct FavoritesFaultTests {
  /// The file before a save.
  enum Start: CaseIterable {
    case ours, foreign, nothing

    func prepare(_ folder: TemporaryFolder) throws {
      switch self {
      case .ours: try folder.write(favoritesText("[2]"), to: "sub/favorites.json", inNew: "sub")
      case .foreign: try folder.write("mine", to: "sub/favorites.json", inNew: "sub")
      case .nothing: break
      }
    }

    /// The result of a load before the save.
    var old: [Int] { self == .ours ? [2] : [] }
  }

  /// Every save here is of this list.
  static let new = [7, 11]

  /// The calls of a save in which nothing fails.
  private func calls(_ start: Start) async throws -> [SystemCall] {
    let folder = try TemporaryFolder()
    try start.prepare(folder)
    let log = CallLog()
    _ = try await folder.client("sub/favorites.json", .live.logged(in: log)).save(Self.new)
    return log.calls.withLock { $0 }
  }

  /// The foreign file's text, wherever it is now.
  private func foreignTexts(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder("sub"))
      .map { try folder.text("sub/\($0)") }
      .filter { $0 == "mine" }
  }

  @Test("The list is forced to disk before it gets its name, and the name after")
  func order() async throws {
    let calls = try await calls(.ours)
    let rename = try #require(calls.firstIndex(of: .rename))
    let write = try #require(calls.firstIndex(of: .write))
    #expect(calls[write..<rename].contains(.synchronize))
    #expect(calls[rename...].contains(.synchronize))
    // Of a folder that is made, the name is forced to disk as well.
    let folders = try await self.calls(.nothing)
    #expect(folders.filter { $0 == .makeFolder }.count == 1)
    #expect(folders.filter { $0 == .synchronize }.count == 3)
  }

  @Test("A crash before any call leaves the old list or the new one", arguments: Start.allCases)
  func crash(start: Start) async throws {
    let calls = try await calls(start)
    var seen: [[Int]] = []
    for number in calls.indices {
      let folder = try TemporaryFolder()
      try start.prepare(folder)
      let client = folder.client("sub/favorites.json", .live.crashing(at: number))
      // The last call closes the folder: the list is durable by then, and its error is ignored.
      let isAcknowledged = (try? await client.save(Self.new)) != nil
      #expect(isAcknowledged == (number == calls.count - 1), "call \(number), \(calls[number])")
      if start == .foreign { #expect(try foreignTexts(folder) == ["mine"]) }
      do {
        seen.append(try await folder.client("sub/favorites.json").load().primes)
      } catch FavoritesError.notFavorites {
        // The foreign file has not been moved yet.
        #expect(start == .foreign)
        seen.append([])
      }
      if start == .foreign { #expect(try foreignTexts(folder) == ["mine"]) }
    }
    let rename = try #require(calls.lastIndex(of: .rename))
    for (number, primes) in seen.enumerated() {
      #expect(primes == (number <= rename ? start.old : Self.new), "call \(number), \(calls[number])")
    }
  }

  @Test("A crash in the middle of writing leaves the old list")
  func crashWhileWriting() async throws {
    for count in 0..<FavoritesFormat.encode(Self.new).count {
      let folder = try TemporaryFolder()
      try Start.ours.prepare(folder)
      var fileSystem = FileSystem.live.failing(at: .remove, with: FileSystem.crash)
      fileSystem.write = { descriptor, bytes throws(SystemCallError) in
        _ = try FileSystem.live.write(descriptor, bytes.prefix(count))
        throw SystemCallError(FileSystem.crash)
      }
      await #expect(throws: FavoritesError.self) {
        try await folder.client("sub/favorites.json", fileSystem).save(Self.new)
      }
      #expect(try await folder.client("sub/favorites.json").load() == FavoritesLoad(primes: [2]))
    }
  }

  @Test(
    "An error at any call leaves the folder as it was, and is thrown with path and reason",
    arguments: Start.allCases,
    [
      (ENOSPC, "No space left on device"), (EACCES, "Permission denied"), (EROFS, "Read-only file system"),
    ]
  )
  func error(start: Start, error: (code: Int32, reason: String)) async throws {
    let calls = try await calls(start)
    let rename = try #require(calls.lastIndex(of: .rename))
    for number in calls.indices {
      let folder = try TemporaryFolder()
      try start.prepare(folder)
      let client = folder.client("sub/favorites.json", .live.failing(at: number, with: error.code))
      let step = Comment("call \(number), \(calls[number])")
      let path = folder("sub/favorites.json")
      do {
        _ = try await client.save(Self.new)
        // Closing what was only read, or made without content, can't lose anything.
        #expect(calls[number] == .close, step)
        #expect(try await folder.client("sub/favorites.json").load().primes == Self.new)
        continue
      } catch FavoritesError.cannotSave(path, error.reason, nil) {
        #expect(number <= rename, step)
      } catch FavoritesError.cannotMoveAside(let file, error.reason) {
        #expect(start == .foreign && file.from == path, step)
      } catch FavoritesError.cannotSave(path, let reason, let movedAside) {
        #expect(number > rename && calls[number] == .synchronize, step)
        #expect(reason == "\(error.reason); the new list is in place, but may not survive a power cut")
        #expect((movedAside != nil) == (start == .foreign))
        #expect(try await folder.client("sub/favorites.json").load().primes == Self.new)
        continue
      }
      // Nothing but the file that was there, if one was.
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != "sub" }
      #expect(names == (start == .nothing ? [] : ["sub/favorites.json"]), step)
      switch start {
      case .ours: #expect(try folder.text("sub/favorites.json") == favoritesText("[2]"), step)
      case .foreign: #expect(try folder.text("sub/favorites.json") == "mine", step)
      case .nothing: break
      }
    }
  }

  @Test("A foreign file that can't be put back is still there, and the error says where")
  func cannotMoveBack() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "favorites.json")
    var fileSystem = FileSystem.live
    fileSystem.rename = { from, to throws(SystemCallError) in
      // Only moving aside works.
      guard to.contains("unreadable") else { throw SystemCallError(ENOSPC) }
      try FileSystem.live.rename(from, to)
    }
    let moved = MovedAside(from: folder("favorites.json"), to: folder(asideName), reason: "it is not JSON")
    let error = FavoritesError.cannotSave(
      path: folder("favorites.json"),
      reason: "No space left on device",
      movedAside: moved
    )
    await #expect(throws: error) { try await folder.client("favorites.json", fileSystem).save([7]) }
    #expect(error.description.contains(moved.description))
    #expect(try folder.names == [asideName])
    #expect(try folder.text(asideName) == "mine")
  }

  @Test("An interruption of any call goes unnoticed", arguments: Start.allCases)
  func interrupted(start: Start) async throws {
    for number in try await calls(start).indices {
      let folder = try TemporaryFolder()
      try start.prepare(folder)
      let client = folder.client("sub/favorites.json", .live.failing(at: number, with: EINTR))
      #expect(try await client.save(Self.new).movedAside?.reason == (start == .foreign ? "it is not JSON" : nil))
      // A load makes six calls.
      #expect(
        try await folder.client("sub/favorites.json", .live.failing(at: number % 6, with: EINTR)).load().primes
          == Self.new
      )
      #expect(try folder.names == ["sub"])
    }
  }

  @Test("Reads and writes that do a byte at a time are carried on with")
  func shortReadsAndWrites() async throws {
    let folder = try TemporaryFolder()
    var fileSystem = FileSystem.live
    fileSystem.write = { descriptor, bytes throws(SystemCallError) in
      try FileSystem.live.write(descriptor, bytes.prefix(1))
    }
    fileSystem.read = { descriptor, _ throws(SystemCallError) in try FileSystem.live.read(descriptor, 1) }
    let client = folder.client("favorites.json", fileSystem)
    for primes in [Self.new, [13]] {
      _ = try await client.save(primes)
      #expect(try await client.load() == FavoritesLoad(primes: primes))
    }
  }

  @Test("A write that writes nothing is an error, not an endless loop")
  func writesNothing() async throws {
    let folder = try TemporaryFolder()
    var fileSystem = FileSystem.live
    fileSystem.write = { _, _ throws(SystemCallError) in 0 }
    let error = FavoritesError.cannotSave(path: folder("favorites.json"), reason: "Input/output error")
    await #expect(throws: error) { try await folder.client("favorites.json", fileSystem).save([2]) }
    #expect(try folder.names == [])
  }

  @Test("A written file that fails to close is not used")
  func closeFails() async throws {
    let folder = try TemporaryFolder()
    let error = FavoritesError.cannotSave(path: folder("favorites.json"), reason: "Disk quota exceeded")
    await #expect(throws: error) {
      try await folder.client("favorites.json", .live.failing(at: .close, with: EDQUOT)).save([2])
    }
    #expect(try folder.names == [])
  }

  @Test("After a failure the next save tries again")
  func nextSave() async throws {
    let folder = try TemporaryFolder()
    let isFull = Atomic(true)
    let client = folder.client(
      "favorites.json",
      .live.before { call throws(SystemCallError) in
        if call == .write, isFull.load(ordering: .relaxed) { throw SystemCallError(ENOSPC) }
      }
    )
    await #expect(throws: FavoritesError.self) { try await client.save([2]) }
    isFull.store(false, ordering: .relaxed)
    _ = try await client.save([2])
    #expect(try await client.load().primes == [2])
  }
}

extension TemporaryFolder {
  fileprivate func write(_ text: String, to name: String, inNew folder: String) throws {
    try FileManager.default.createDirectory(atPath: self(folder), withIntermediateDirectories: false)
    try write(text, to: name)
  }
}
