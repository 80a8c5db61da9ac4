import CounterpointTestSupport
import Foundation
import Testing

@testable import PrimeTime

@Suite("Favorites client")
struct FavoritesClientTests {
  @Test("In memory: what is saved is loaded, also through a copy")
  func inMemory() async throws {
    let client = FavoritesClient.inMemory([7, 4, 7, 2])
    #expect(try await client.load() == FavoritesLoad(primes: [7, 2], notPrime: [4]))
    let copy = client
    #expect(try await copy.save([5, 3, 5]) == FavoritesSave())
    #expect(try await client.load() == FavoritesLoad(primes: [5, 3]))
    await #expect(throws: FavoritesError.notPrime([9])) { try await client.save([9, 2]) }
    #expect(try await client.load().primes == [5, 3])
    #expect(try await FavoritesClient.inMemory().load().primes == [])
  }

  @Test(
    "The default path",
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/home/me"], "/data/primetime/favorites.json"),
      (["XDG_DATA_HOME": "/data/"], "/data/primetime/favorites.json"),
      (["XDG_DATA_HOME": "/"], "/primetime/favorites.json"),
      (["HOME": "/home/me"], "/home/me/.local/share/primetime/favorites.json"),
      (["XDG_DATA_HOME": "", "HOME": "/home/me"], "/home/me/.local/share/primetime/favorites.json"),
      (["XDG_DATA_HOME": "data", "HOME": "/home/me"], "/home/me/.local/share/primetime/favorites.json"),
      (["XDG_DATA_HOME": "~/data", "HOME": "/"], "/.local/share/primetime/favorites.json"),
      (["XDG_DATA_HOME": "data", "HOME": ""], nil),
      (["HOME": "me"], nil),
      ([:], nil),
    ] as [([String: String], String?)]
  )
  func defaultPath(environment: [String: String], path: String?) {
    #expect(FavoritesClient.defaultPath(environment: environment) == path)
  }

  @Test("The live value keeps a file in the default place")
  func liveValue() async throws {
    let folder = try TemporaryFolder()
    let client = FavoritesClient.live(environment: ["XDG_DATA_HOME": folder.path])
    _ = try await client.save([2])
    #expect(try await folder.client("primetime/favorites.json").load().primes == [2])
  }

  @Test("Without a default place the live value throws")
  func liveValueWithoutAPlace() async throws {
    let client = FavoritesClient.live(environment: [:])
    let (path, reason) = ("primetime/favorites.json", "there is no $XDG_DATA_HOME and no $HOME to keep it in")
    await #expect(throws: FavoritesError.cannotLoad(path: path, reason: reason)) { try await client.load() }
    await #expect(throws: FavoritesError.cannotSave(path: path, reason: reason)) { try await client.save([2]) }
  }

  @Test("The preview value has some primes")
  func previewValue() async throws {
    #expect(try await FavoritesClient.previewValue.load().primes == [2, 3, 5])
  }

  @Test("The test value reports each use")
  func testValue() async {
    let issues = await issues {
      await #expect(throws: (any Error).self) { try await FavoritesClient.testValue.load() }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("FavoritesClient.load") == true)
  }

  @Test("A path with a combining mark after the slash works")
  func combiningMark() async throws {
    let folder = try TemporaryFolder()
    _ = try await folder.client("new/\u{301}favorites.json").save([2])
    #expect(try await folder.client("new/\u{301}favorites.json").load().primes == [2])
    #expect(try folder.names == ["new"])
  }

  @Test("Errors and reports name path and reason")
  func texts() {
    let texts: [(FavoritesError, String)] = [
      (
        .cannotLoad(path: "/a", reason: "Permission denied"),
        "Can't load the favorite primes from /a: Permission denied."
      ),
      (
        .cannotSave(path: "/a", reason: "No space left on device"),
        "Can't save the favorite primes to /a: No space left on device."
      ),
      (
        .notFavorites(path: "/a", reason: "it is empty"),
        "/a is not a list of favorite primes (it is empty). It was left as it is; saving moves it aside first."
      ),
      (
        .newerVersion(path: "/a", version: 3, supported: 1),
        "The favorite primes in /a were saved by a newer program (format version 3, and this program knows 1). "
          + "The file was left as it is; use the newer program or choose another path."
      ),
    ]
    for (error, text) in texts {
      #expect(error.description == text)
      #expect(error.localizedDescription == text)
    }
  }
}
