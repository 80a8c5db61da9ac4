import CounterpointSessions
import ExampleTestSupport
import Foundation
import PrimeTime
import StateSharing
import Testing

@testable import PrimeTimeWeb

// The absence of an event can't be observed, so a time limit ends a wait in vain.
@Suite(.timeLimit(.minutes(20))) struct SharedFavoritesTests {
  @Test func otherVisitorsSeeSavedFavoritesAtOnce() async throws {
    let site = PrimeTimeSite()
    var (first, second) = (try #require(await site.connect()), try #require(await site.connect()))
    for _ in 1...7 { #expect(await first.send(.incrementButtonClicked) == 204) }
    #expect(await first.send(.isPrimeButtonClicked) == 204)
    #expect(await first.send(.popover(.saveButtonClicked)) == 204)
    #expect(await first.receives("Favorite primes (1)"))
    #expect(await second.receives("Favorite primes (1)"))
    // The second visitor deletes the first one's favorite.
    #expect(await second.send(.favorites(.deleteButtonClicked(prime: 7))) == 204)
    #expect(await first.receives("No favorites yet."))
  }

  @Test func progressIsSentAndCanBeCanceled() async throws {
    let primes = PrimeClient(
      nthPrime: { _, progress in
        await progress(0.45)
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
      }
    )
    let site = PrimeTimeSite(primes: primes)
    var client = try #require(await site.connect())
    #expect(await client.send(.countDoubleClicked) == 204)
    #expect(await client.receives("45"))
    #expect(await client.send(.cancelButtonClicked) == 204)
    #expect(await client.receives("[\"x\","))
  }

  @Test(
    arguments: [
      ([2, 3], [2, 3], [2, 3, 5], [2, 3, 5]), ([2, 3, 7], [2, 3], [2, 3, 5], [2, 3, 7, 5]),
      ([2, 5], [2], [2, 5], [2, 5]), ([2, 3], [2, 3], [3], [3]), ([3], [2, 3], [3], [3]), ([2, 7], [2], [], [7]),
    ]
  )
  func changesOfOthersAreKept(shared: [Int], old: [Int], new: [Int], result: [Int]) {
    var list = shared
    list.change(as: old, to: new)
    #expect(list == result)
  }

  @Test func clientSavesPrimesOnly() async throws {
    let favorites = Shared<[Int]>(value: [2])
    let client = FavoritesClient.shared(favorites)
    #expect(try await client.load() == FavoritesLoad(primes: [2]))
    #expect(try await client.save([7, 3, 7]) == FavoritesSave())
    #expect(favorites.wrappedValue == [7, 3])
    await #expect(throws: FavoritesError.notPrime([4])) { try await client.save([3, 4]) }
    #expect(favorites.wrappedValue == [7, 3])
  }
}
