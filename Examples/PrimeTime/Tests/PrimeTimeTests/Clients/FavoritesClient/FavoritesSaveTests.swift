import Foundation
import Testing

@testable import PrimeTime

@Suite("Saving favorites")
struct FavoritesSaveTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The file is text for people")
  func text() async throws {
    _ = try await folder.client().save([2, 7])
    let expected = """
      {
        "format": "primetime-favorites",
        "version": 1,
        "primes": [2, 7]
      }

      """
    #expect(try folder.text("favorites.json") == expected)
    #expect(try folder.names == ["favorites.json"])
  }

  @Test("Of a prime that is there twice, the first one counts")
  func duplicates() async throws {
    _ = try await folder.client().save([7, 2, 7, 2, 3])
    #expect(try await folder.client().load().primes == [7, 2, 3])
  }

  @Test("What is not prime is refused before anything is written")
  func notPrime() async throws {
    let error = FavoritesError.notPrime([4, -2])
    await #expect(throws: error) { try await folder.client("sub/favorites.json").save([2, 4, -2, 4]) }
    #expect(try folder.names == [])
    #expect(error.description == "Can't save as favorite primes what is not prime: 4, -2.")
  }

  @Test("Missing folders are made, for the user alone")
  func folders() async throws {
    _ = try await folder.client("a/b//c/favorites.json").save([2])
    #expect(try await folder.client("a/b/c/favorites.json").load().primes == [2])
    for name in ["a", "a/b", "a/b/c"] { #expect(try folder.permissions(name) == 0o700) }
  }

  @Test("An existing file keeps its permissions", arguments: [0o600, 0o640, 0o666, 0o777])
  func permissions(bits: Int) async throws {
    try folder.write(favoritesText("[2]"), to: "favorites.json")
    try FileManager.default.setAttributes([.posixPermissions: bits], ofItemAtPath: folder("favorites.json"))
    _ = try await folder.client().save([7])
    #expect(try folder.permissions("favorites.json") == bits)
    #expect(try await folder.client().load().primes == [7])
  }

  @Test("A link stays a link, also where it leads to nothing yet", arguments: [true, false], [true, false])
  func link(isAbsolute: Bool, exists: Bool) async throws {
    if exists {
      try FileManager.default.createDirectory(atPath: folder("real"), withIntermediateDirectories: false)
      try folder.write(favoritesText("[2]"), to: "real/list")
    }
    // A link to a link, to see each taken from its own folder.
    let target = isAbsolute ? folder("real/list") : "real/list"
    try FileManager.default.createSymbolicLink(atPath: folder("second"), withDestinationPath: target)
    try FileManager.default.createSymbolicLink(atPath: folder("favorites.json"), withDestinationPath: "./second")
    _ = try await folder.client().save([7])
    #expect(try await folder.client("real/list").load().primes == [7])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("favorites.json")) == "./second")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("second")) == target)
    #expect(try folder.names == ["favorites.json", "real", "second"])
  }

  @Test("A foreign file is moved aside, and the report says so", arguments: ["", "hello", "[2, 7]"])
  func foreign(text: String) async throws {
    try folder.write(text, to: "favorites.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder("favorites.json"))
    let moved = try await folder.client().save([7]).movedAside
    #expect(moved?.from == folder("favorites.json"))
    #expect(moved?.to == folder(asideName))
    #expect(moved?.reason.isEmpty == false)
    #expect(try folder.names == ["favorites.json", asideName])
    #expect(try folder.text(asideName) == text)
    // It may have been a private list once, so the new one is as private.
    #expect(try folder.permissions(asideName) == 0o600)
    #expect(try folder.permissions("favorites.json") == 0o600)
    #expect(try await folder.client().load().primes == [7])
    #expect(try await folder.client().save([2]) == FavoritesSave())
  }

  @Test("Our file with numbers in it that aren't prime is ours")
  func replacesOurs() async throws {
    try folder.write(favoritesText("[4]"), to: "favorites.json")
    #expect(try await folder.client().save([7]) == FavoritesSave())
    #expect(try folder.names == ["favorites.json"])
  }

  @Test("Saves at the same time leave one whole list")
  func concurrent() async throws {
    let client = folder.client()
    let primes = SegmentedSieveTests.primes(below: 500)
    try await withThrowingTaskGroup { group in
      for prime in primes { group.addTask { _ = try await client.save([prime, 2]) } }
      try await group.waitForAll()
    }
    let load = try await client.load()
    #expect(load.primes.last == 2)
    #expect(try folder.names == ["favorites.json"])
  }

  @Test("Of clients that find the same foreign file, one moves it aside")
  func concurrentForeign() async throws {
    try folder.write("mine", to: "favorites.json")
    let client = folder.client()
    let reports = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await client.save([7]).movedAside } }
      return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
    }
    #expect(reports == 1)
    #expect(try folder.names == ["favorites.json", asideName])
  }
}
