import Counterpoint
public import CounterpointRecording
public import CounterpointSessions
public import PrimeTime
public import StateSharing
import Synchronization

extension WebApp<PrimeTimePage.State, PrimeTimePage.Action> {
  /// PrimeTime for browsers: each visitor has their own count, and all share the favorites.
  ///
  /// - Parameters:
  ///   - favorites: The favorites of all visitors.
  ///   - count: The number that each visitor starts with.
  ///   - primes: The client that computes primes.
  ///   - recorder: The recorder of all visitors, `nil` by default. They are labeled "visitor 1" and so on.
  public static func primeTime(
    favorites: Shared<[Int]>,
    count: Int = 0,
    primes: PrimeClient = .live,
    recorder: Recorder? = nil
  ) -> Self {
    let visitors = VisitorCount()
    return WebApp(
      title: "PrimeTime",
      styleSheet: styleSheet,
      isBusy: { $0.counter.progressPercent != nil },
      initialState: { AppFeature.State(counter: CounterFeature.State(count: count)) },
      store: { app, actor in
        Store(initialState: WebFeature.State(app: app, favorites: favorites), isolation: actor) {
          WebFeature()
        } withDependencies: {
          $0.favorites = .shared(favorites)
          $0.primes = primes
          $0.recorder = recorder
          $0.recordingLabel = "visitor \(visitors.next())"
        }
      },
      snapshot: { $0.app },
      restored: .restored,
      viewStore: { $0.page },
      screen: { $0.html }
    )
  }

  private static var styleSheet: String { String(decoding: PackageResources.primetime_css, as: UTF8.self) }
}

/// Numbers the visitors of a site.
private final class VisitorCount: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }
}
