/// The states of a store or a view store, for `for await`: first the current one, then each new one.
///
/// A slow loop skips states in between but always gets the newest. Each iterator goes its own way; it keeps the store
/// alive, and ends when its task is cancelled. Iterate on the store's actor. In the language mode of Swift 5, the compiler does
/// not prevent a loop on another actor: it receives the states too, and must not share what they refer to.
///
/// A field of the states is a sequence that leaves out repetitions: `for await count in store.states.count`.
@dynamicMemberLookup
public struct StateSequence<Element>: AsyncSequence {
  /// It never fails.
  public typealias Failure = Never

  let hub: StoreHub
  let read: () -> Element
  let isDuplicate: (Element, Element) -> Bool

  /// One field of the states, without repetitions.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<Element, Value>) -> StateSequence<Value> {
    StateSequence<Value>(hub: hub, read: { [read] in read()[keyPath: keyPath] }, isDuplicate: ==)
  }

  /// An iterator that begins with the state that is current when it is first asked.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Gives the states of one loop.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: StateSequence
    private let listener = Listener()
    private var last: Element?

    init(_ sequence: StateSequence) {
      self.sequence = sequence
    }

    /// Returns the current state at first, then the next one that differs; `nil` once the task is canceled.
    ///
    /// - Parameter actor: The actor of the loop. Where that is not the store's actor, the state is read there, and handed over.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let home = sequence.hub.isolation, home !== actor else { return await nextAtHome(isolation: actor) }
      // In the language mode of Swift 5, code of any actor can get here.
      let result = await Self.next(HandedOver(value: self), on: home)
      self = result.value.iterator
      return result.value.element
    }

    /// Returns what ``next(isolation:)`` does, on the caller's actor.
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    private static func next(
      _ iterator: HandedOver<Iterator>,
      on home: isolated any Actor
    ) async -> HandedOver<(iterator: Iterator, element: Element?)> {
      var iterator = iterator.value
      let element = await iterator.nextAtHome(isolation: home)
      return HandedOver(value: (iterator, element))
    }

    private mutating func nextAtHome(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let last else {
        guard !Task.isCancelled else { return nil }
        sequence.hub.preconditionIsolated()
        sequence.hub.add(listener)
        return remember(sequence.read())
      }
      while await listener.wakeup.wait(isolation: actor) {
        let element = sequence.read()
        if !sequence.isDuplicate(last, element) { return remember(element) }
      }
      return nil
    }

    private mutating func remember(_ element: Element) -> Element {
      last = element
      return element
    }
  }

  private final class Listener: StoreObserver {
    let wakeup = Wakeup()

    func prepare() {}

    func commit() {}

    func tell() {
      wakeup.signal()
    }
  }
}

@available(*, unavailable)
extension StateSequence.Iterator: Sendable {}

/// A value that the caller hands over to an actor and gets back, and does not use in between.
private struct HandedOver<Value>: @unchecked Sendable {
  // @unchecked because only one actor at a time uses the value.
  let value: Value
}
