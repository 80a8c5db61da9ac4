import ControlledClocks
@testable import CounterpointCore
import Testing

/// Two children whose effects go through what is to be tested. Each action counts in its child.
@MainActor
final class ThrottledTwigs {
  private let store: StoreOf<Branch<Twig>>
  private let embedding: Embedding
  private let through: @Sendable (Effect<Twig.Action>) -> Effect<Twig.Action>

  init(_ embedding: Embedding, through: @escaping @Sendable (Effect<Twig.Action>) -> Effect<Twig.Action>) {
    var state = Branch<Twig>.State()
    for id in 0..<2 { state.embed(Twig.State(id: id), embedding) }
    store = Store(initialState: state) { Branch(child: Twig()) }
    self.embedding = embedding
    self.through = through
  }

  /// Makes a child send itself an action that counts.
  func bump(_ child: Int) -> StoreTask {
    let through = through
    let count = Twig.Action {
      $0.value += 1
      return .none
    }
    return store.send(Branch<Twig>.child(embedding, child, Twig.Action { _ in through(.send(count)) }))
  }

  func remove(_ child: Int) {
    let embedding = embedding
    store.send(
      .own(
        Step {
          $0.remove(child, embedding)
          return .none
        }
      )
    )
  }

  /// The counts of the remaining children.
  var values: [Int] {
    store.withState { state in (0..<2).compactMap { state.child($0, embedding)?.value } }
  }
}

/// A clock that can't sleep.
struct BrokenClock: Clock {
  struct Broken: Error {}

  var now: TestClock<Duration>.Instant { .init() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock<Duration>.Instant, tolerance: Duration?) async throws { throw Broken() }
}
