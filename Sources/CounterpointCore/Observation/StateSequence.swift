/// The states of a store or a view store, for `for await`: first the current one, then each new one.
///
/// A slow loop skips states in between but always gets the newest. Each iterator goes its own way; it keeps the store
/// alive, and ends when its task is cancelled. Iterate on the store's actor.
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

    /// The current state at first, then the next one that differs; `nil` once the task is cancelled.
    ///
    /// - Parameter actor: The store's actor, on which the loop runs.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
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

    func storeDidSettle() {}

    func tell() {
      wakeup.signal()
    }
  }
}

@available(*, unavailable)
extension StateSequence.Iterator: Sendable {}
