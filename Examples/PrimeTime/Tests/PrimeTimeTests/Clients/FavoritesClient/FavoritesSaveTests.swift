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

  @Test("A foreign file is moved aside, and the report says so", arguments: ["", "hello", "[2, 7]"])
  func foreign(text: String) async throws {
    try folder.write(text, to: "favorites.json")
    let report = try #require(await folder.client().save([7]).movedAside)
    let moved = try #require(try folder.quarantined)
    #expect(report.hasPrefix("\(folder("favorites.json")) is not a list of favorite primes (it is"))
    #expect(report.hasSuffix("; it was moved to \(moved)."))
    #expect(try folder.names.count == 2)
    #expect(try String(contentsOfFile: moved, encoding: .utf8) == text)
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
    let primes = PrimeSegmentTests.primes(below: 500)
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
    #expect(try folder.quarantined != nil)
    #expect(try folder.names.count == 2)
  }
}
