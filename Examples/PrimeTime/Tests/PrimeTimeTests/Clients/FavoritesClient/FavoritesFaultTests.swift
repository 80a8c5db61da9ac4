@_spi(Internals) import DurableFiles
import Foundation
import Synchronization
import Testing

@testable import PrimeTime

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tests of the reports and of the lists. That files survive any failure is proved by `DurableFilesTests`.
@Suite("Favorites on a disk that fails")
struct FavoritesFaultTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func failing(_ failing: SystemCall.Name, _ code: Int32) -> FileLayer {
    FileLayer { call in
      if call.name == failing, call.path.hasSuffix(".lock") == false {
        throw SystemCallError(call: call.name, path: call.path, code: code)
      }
    }
  }

  @Test(
    "An error leaves the old list, and is thrown with path and reason",
    arguments: [SystemCall.Name.write, .rename],
    [(ENOSPC, "No space left on device"), (EROFS, "Read-only file system")]
  )
  func error(call: SystemCall.Name, error: (code: Int32, reason: String)) async throws {
    for text in [favoritesText("[2]"), "foreign"] {
      try folder.write(text, to: "favorites.json")
      let client = folder.client("favorites.json", failing(call, error.code))
      let expected = FavoritesError.cannotSave(path: folder("favorites.json"), reason: error.reason)
      await #expect(throws: expected) { try await client.save([7, 11]) }
      #expect(try folder.names == ["favorites.json"])
      #expect(try folder.text("favorites.json") == text)
    }
  }

  @Test("What may not be read is reported and not replaced", arguments: [SystemCall.Name.open, .read])
  func noPermission(call: SystemCall.Name) async throws {
    try folder.write("secret", to: "favorites.json")
    let client = folder.client("favorites.json", failing(call, EACCES))
    let (path, reason) = (folder("favorites.json"), "Permission denied")
    await #expect(throws: FavoritesError.cannotLoad(path: path, reason: reason)) { try await client.load() }
    await #expect(throws: FavoritesError.cannotSave(path: path, reason: reason)) { try await client.save([2]) }
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == "secret")
  }

  @Test("A foreign file that can't be put back is still there, and the error says where")
  func cannotMoveBack() async throws {
    try folder.write("mine", to: "favorites.json")
    let layer = FileLayer { call in
      // Only moving the file aside works.
      if call.name == .rename, !call.path.contains(".corrupt-") {
        throw SystemCallError(call: .rename, path: call.path, code: ENOSPC)
      }
    }
    let error = await #expect(throws: FavoritesError.self) {
      try await folder.client("favorites.json", layer).save([7])
    }
    let moved = try #require(try folder.quarantined)
    #expect(error?.description.contains(moved) == true)
    #expect(error?.description.contains("No space left on device") == true)
    #expect(error?.description.hasSuffix("..") == false)
    #expect(try String(contentsOfFile: moved, encoding: .utf8) == "mine")
  }

  @Test("After a failure the next save tries again")
  func nextSave() async throws {
    let isFull = Atomic(true)
    let layer = FileLayer { call in
      if call.name == .write, isFull.load(ordering: .relaxed) {
        throw SystemCallError(call: .write, path: call.path, code: ENOSPC)
      }
    }
    let client = folder.client("favorites.json", layer)
    await #expect(throws: FavoritesError.self) { try await client.save([2]) }
    isFull.store(false, ordering: .relaxed)
    _ = try await client.save([2])
    #expect(try await client.load().primes == [2])
  }

  @Test(
    "A path that can't be a file is reported by both, and all stays",
    arguments: [
      ("folder", "Is a directory"), ("folder/", "Is a directory"), ("folder/..", "Is a directory"),
      (".", "Is a directory"), ("", "Is a directory"), ("file/favorites.json", "Not a directory"),
      ("file/deeper/favorites.json", "Not a directory"), ("circle", "Too many levels of symbolic links"),
      ("pipe", "Not a regular file"), ("favorites.json\0.txt", "The path contains a zero byte"),
    ]
  )
  func obstacles(name: String, reason: String) async throws {
    try FileManager.default.createDirectory(atPath: folder("folder"), withIntermediateDirectories: false)
    try folder.write("a file", to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder("circle"), withDestinationPath: "circle")
    try #require(unsafe mkfifo(folder("pipe"), 0o600) == 0)
    let client = folder.client(name)
    await #expect(throws: FavoritesError.cannotLoad(path: folder(name), reason: reason)) { try await client.load() }
    await #expect(throws: FavoritesError.cannotSave(path: folder(name), reason: reason)) { try await client.save([2]) }
    #expect(try folder.names == ["circle", "file", "folder", "pipe"])
    #expect(try folder.text("file") == "a file")
  }

  @Test("An empty path is reported")
  func emptyPath() async {
    await #expect(throws: FavoritesError.self) { try await FavoritesClient.file("").save([2]) }
  }

  @Test("Behind a link, the file that it leads to is quarantined, and the link stays")
  func foreignBehindLink() async throws {
    try folder.write("mine", to: "notes")
    try FileManager.default.createSymbolicLink(atPath: folder("favorites.json"), withDestinationPath: "notes")
    let report = try #require(await folder.client().save([7]).movedAside)
    #expect(report.contains(folder("notes.corrupt-")))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("favorites.json")) == "notes")
    #expect(try await folder.client("notes").load().primes == [7])
  }
}
