import CounterpointSessions
import Foundation
@_spi(Internals) import CounterpointSupport
import PrimeTimeWeb
import StateSharing
import Testing

/// Visitors see that their favorites could not be saved.
@Suite(.timeLimit(.minutes(20))) struct FailedSaveTests {
  private static let text = "The favorites could not be saved."

  @Test func failedSaveIsShownToAllVisitorsUntilOneSucceeds() async throws {
    let disk = Disk()
    let site = PrimeTimeSite(favorites: Shared(wrappedValue: [2], disk))
    var (first, second) = (try #require(await site.connect()), try #require(await site.connect()))
    disk.isFull.withLock { $0 = true }
    #expect(await first.send(.favorites(.deleteButtonClicked(prime: 2))) == 204)
    #expect(await first.receives(Self.text))
    #expect(await second.receives(Self.text))
    let page = try #require(await site.site.respond(to: first.page).text)
    #expect(page.contains(Self.text))
    // The reason names files of the server.
    #expect(!page.contains("/srv/favorites.json"))
    disk.isFull.withLock { $0 = false }
    for _ in 1...3 { #expect(await first.send(.incrementButtonClicked) == 204) }
    #expect(await first.send(.isPrimeButtonClicked) == 204)
    #expect(await first.send(.popover(.saveButtonClicked)) == 204)
    #expect(await site.site.respond(to: first.page).text?.contains(Self.text) == false)
  }
}

extension SiteClient {
  fileprivate var page: WebRequest {
    WebRequest(method: "GET", path: "/", headers: ["host": "localhost", "cookie": cookie])
  }
}

/// A storage for favorites that can be full.
private struct Disk: SharedKey {
  struct Full: Error {
    let path = "/srv/favorites.json"
  }

  let id = UUID()
  let isFull = Locked(false)

  func load(context: LoadContext<[Int]>, continuation: LoadContinuation<[Int]>) {
    continuation.resume(with: .success(nil))
  }

  func subscribe(context: LoadContext<[Int]>, subscriber: SharedSubscriber<[Int]>) -> SharedSubscription {
    SharedSubscription {}
  }

  func save(_ value: [Int], context: SaveContext, continuation: SaveContinuation) {
    if isFull.withLock({ $0 }) { continuation.resume(throwing: Full()) } else { continuation.resume() }
  }
}
