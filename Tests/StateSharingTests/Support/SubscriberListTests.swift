import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Testing

@testable import StateSharing

/// Tests that ending a subscription is amortized O(1). They count steps, because a time depends on the machine.
@Suite struct SubscriberListTests {
  /// The order in which subscriptions end.
  enum Order: CaseIterable, Sendable {
    case oldestFirst, newestFirst, mixed

    func applied<Element>(to elements: [Element]) -> [Element] {
      switch self {
      case .oldestFirst: elements
      case .newestFirst: elements.reversed()
      case .mixed: elements.indices.map { elements[$0 * 7_919 % elements.count] }
      }
    }
  }

  @Test(arguments: Order.allCases) func aRemovalTakesConstantTime(_ order: Order) {
    var list = SubscriberList<Int>()
    let positions = (0..<16_000).map { list.append($0) }
    var wanted = Set(0..<16_000)
    for (index, position) in order.applied(to: Array(positions.enumerated())) {
      #expect(list.remove(at: position) == index)
      #expect(list.remove(at: position) == nil)
      wanted.remove(index)
      guard wanted.count % 1_000 == 0 else { continue }
      var left: [Int] = []
      list.forEach { left.append($0) }
      #expect(left == wanted.sorted())
    }
    #expect(list.count == 0)
    #expect(list.removalSteps <= 3 * 16_000)
  }

  @Test func addingAndRemovingInTurnStaysSmall() {
    var list = SubscriberList<Int>()
    let first = list.append(-1)
    for number in 0..<1_000 {
      let position = list.append(number)
      #expect(list.remove(at: position) == number)
    }
    #expect(list.removalSteps <= 3_000)
    #expect(list.remove(at: first) == -1)
  }

  @Test(arguments: Order.allCases) func manySubscriptionsOfOneWrapperEnd(_ order: Order) throws {
    let shared = Shared(value: 0)
    let root = try #require(shared.reference as? RootReference<Int>)
    let told = Recorder<Int>()
    let subscriptions = (0..<4_000).map { number in
      shared.publisher.dropFirst().sink { _ in told.note(number) }
    }
    for subscription in order.applied(to: subscriptions).dropLast() { subscription.cancel() }
    shared.withLock { $0 += 1 }
    #expect(told.entries.count == 1)
    subscriptions.forEach { $0.cancel() }
    shared.withLock { $0 += 1 }
    #expect(told.entries.count == 1)
    #expect(shared.storage.removalSteps <= 3 * 4_000)
    #expect(root.deliveryQueue.removalSteps <= 3 * 4_000)
  }

  @Test func aFollowerThatEndsWhileItIsNotifiedDoesNotAffectOthers() {
    let shared = Shared(value: 0)
    let told = Recorder<Int>()
    let first = SubscriptionBox(), second = SubscriptionBox()
    first.keep(
      shared.publisher.dropFirst().sink { _ in
        told.note(1)
        first.end()
        second.end()
      }
    )
    second.keep(shared.publisher.dropFirst().sink { _ in told.note(2) })
    let third = shared.publisher.dropFirst().sink { _ in told.note(3) }
    shared.withLock { $0 += 1 }
    shared.withLock { $0 += 1 }
    #expect(told.entries == [1, 3, 3])
    third.cancel()
  }
}

/// Holds a subscription that ends itself.
private final class SubscriptionBox: Sendable {
  private let subscription = Locked<SharedSubscription?>(nil)
  func keep(_ new: SharedSubscription) { subscription.withLock { $0 = new } }
  func end() { subscription.withLock { $0 }?.cancel() }
}
