import Foundation
import Testing

@testable import PrimeTime

@Suite("Obstacles in the way of favorites")
struct FavoritesObstacleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Both directions fail with the path and the reason.
  private func expectFailures(_ name: String, _ fileSystem: FileSystem = .live, reason: String) async {
    let client = folder.client(name, fileSystem)
    await #expect(throws: FavoritesError.cannotLoad(path: folder(name), reason: reason)) { try await client.load() }
    await #expect(throws: FavoritesError.cannotSave(path: folder(name), reason: reason)) { try await client.save([2]) }
  }

  @Test("A folder in the way stays")
  func isFolder() async throws {
    try FileManager.default.createDirectory(atPath: folder("favorites.json"), withIntermediateDirectories: false)
    await expectFailures("favorites.json", reason: "Is a directory")
    #expect(try folder.names == ["favorites.json"])
  }

  @Test("A path that names a folder", arguments: ["", "sub/", ".", "sub/.."])
  func namesFolder(name: String) async throws {
    await expectFailures(name, reason: "Is a directory")
    #expect(try folder.names == [])
  }

  @Test("An empty path, and one that the system would cut short")
  func badPaths() async throws {
    await #expect(throws: FavoritesError.cannotSave(path: "", reason: "No such file or directory")) {
      try await FavoritesClient.file("").save([2])
    }
    await expectFailures("favorites.json\0.txt", reason: "The path contains a zero byte")
    #expect(try folder.names == [])
  }

  @Test("A file where a folder is expected stays")
  func parentIsFile() async throws {
    try folder.write("a file", to: "sub")
    await expectFailures("sub/favorites.json", reason: "Not a directory")
    await expectFailures("sub/deeper/favorites.json", reason: "Not a directory")
    #expect(try folder.text("sub") == "a file")
  }

  @Test("A pipe is not waited for")
  func pipe() async throws {
    try #require(unsafe mkfifo(folder("favorites.json"), 0o600) == 0)
    await expectFailures("favorites.json", reason: "Not a regular file")
    #expect(try folder.names == ["favorites.json"])
  }

  @Test("Links in a circle")
  func circle() async throws {
    try FileManager.default.createSymbolicLink(atPath: folder("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: folder("b"), withDestinationPath: "a")
    await expectFailures("a", reason: "Too many levels of symbolic links")
    #expect(try folder.names == ["a", "b"])
  }

  @Test("What may not be read is not replaced")
  func noPermission() async throws {
    try folder.write("secret", to: "favorites.json")
    await expectFailures("favorites.json", .live.failing(at: .open, with: EACCES), reason: "Permission denied")
    await expectFailures("favorites.json", .live.failing(at: .read, with: EIO), reason: "Input/output error")
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == "secret")
  }

  @Test("Taken names are passed over, and nothing is replaced")
  func takenNames() async throws {
    try folder.write("first", to: asideName)
    try FileManager.default.createSymbolicLink(atPath: folder("\(asideName)-2"), withDestinationPath: "nowhere")
    try FileManager.default.createDirectory(atPath: folder("\(asideName)-3"), withIntermediateDirectories: false)
    try folder.write("mine", to: "favorites.json")
    #expect(try await folder.client().save([7]).movedAside?.to == folder("\(asideName)-4"))
    #expect(
      try folder.names == ["favorites.json", asideName, "\(asideName)-2", "\(asideName)-3", "\(asideName)-4"]
    )
    #expect(try folder.text(asideName) == "first")
    #expect(try folder.text("\(asideName)-4") == "mine")
  }

  @Test("When all names are taken, the file stays")
  func allNamesTaken() async throws {
    try folder.write("mine", to: "favorites.json")
    var fileSystem = FileSystem.live
    fileSystem.open = { path, flags, permissions throws(SystemCallError) in
      if path.contains("unreadable") { throw SystemCallError(EEXIST) }
      return try FileSystem.live.open(path, flags, permissions)
    }
    let client = folder.client("favorites.json", fileSystem)
    let file = MovedAside(
      from: folder("favorites.json"),
      to: folder("\(asideName)-1000"),
      reason: "it is not JSON"
    )
    let error = FavoritesError.cannotMoveAside(file, reason: "File exists")
    await #expect(throws: error) { try await client.save([2]) }
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == "mine")
  }

  @Test("What can't be moved aside stays, and the error names both paths")
  func cannotMove() async throws {
    try folder.write("mine", to: "favorites.json")
    let client = folder.client("favorites.json", .live.failing(at: .rename, with: EROFS))
    let file = MovedAside(from: folder("favorites.json"), to: folder(asideName), reason: "it is not JSON")
    let error = FavoritesError.cannotMoveAside(file, reason: "Read-only file system")
    await #expect(throws: error) { try await client.save([2]) }
    #expect(error.description.contains(file.from) && error.description.contains(file.to))
    #expect(try folder.names == ["favorites.json"])
    #expect(try folder.text("favorites.json") == "mine")
  }

  @Test("Behind a link, the file that it leads to is moved aside, and the link stays")
  func foreignBehindLink() async throws {
    try FileManager.default.createDirectory(atPath: folder("real"), withIntermediateDirectories: false)
    try folder.write("mine", to: "real/notes")
    try FileManager.default.createSymbolicLink(atPath: folder("favorites.json"), withDestinationPath: "real/notes")
    let moved = try await folder.client().save([7]).movedAside
    #expect(moved?.from == folder("real/notes"))
    #expect(moved?.to == folder("real/notes.unreadable-20250131T235959Z"))
    #expect(try folder.names == ["favorites.json", "real"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("favorites.json")) == "real/notes")
    #expect(try folder.text("real/notes.unreadable-20250131T235959Z") == "mine")
  }
}
