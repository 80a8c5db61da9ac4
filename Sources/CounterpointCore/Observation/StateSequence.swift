/// The states of a store or a view store, for `for await`: first the current one, then each new one.
///
/// A shared value that is read for an element counts as a part of it, whatever changes the value: `store.states.hits`
/// gives an element after each change of a shared `hits`. So do the shared properties of an element that is
/// `Equatable`.
///
/// A slow loop skips states in between but always gets the newest. Iterators are independent; each keeps the store
/// alive, and ends when its task is canceled. Iterate on the store's actor. In the language mode
/// of Swift 5, the compiler does not prevent a loop on another actor: it receives the states too, and must not share
/// what they refer to.
///
/// A field of the states is a sequence that leaves out repetitions: `for await count in store.states.count`.
@dynamicMemberLookup
public struct StateSequence<Element>: AsyncSequence {
  /// It never fails.
  public typealias Failure = Never

  let hub: StoreHub
  let read: () -> Element
  let isDuplicate: (Element, Element) -> Bool
  /// Whether the view store whose states these are has to notify of a shared value. `nil` for the states of a store:
  /// its loops follow shared values themselves.
  var isOutdated: (() -> Bool)?

  /// One field of the states, without repetitions.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<Element, Value>) -> StateSequence<Value> {
    StateSequence<Value>(
      hub: hub,
      read: { [read] in read()[keyPath: keyPath] },
      isDuplicate: ==,
      isOutdated: isOutdated
    )
  }

  /// An iterator that begins with the state that is current when it is first asked.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Gives the states of one loop.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: StateSequence
    private let listener: Listener
    private var last: Element?

    init(_ sequence: StateSequence) {
      self.sequence = sequence
      self.listener = Listener(sequence)
    }

    /// Returns the current state at first, then the next one that differs; `nil` once the task is canceled.
    ///
    /// - Parameter actor: The actor of the loop. If it is not the store's actor, the state is read there and
    ///   transferred.
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
        return remember(listener.next().state)
      }
      while await listener.wakeup.wait(isolation: actor) {
        let (element, isContentChanged) = listener.next()
        if isContentChanged || !sequence.isDuplicate(last, element) { return remember(element) }
      }
      return nil
    }

    private mutating func remember(_ element: Element) -> Element {
      last = element
      return element
    }
  }

  private final class Listener: StoreObserver {
    let wakeup: Wakeup
    private let isViewStoreOutdated: (() -> Bool)?
    private let elements: FollowedState<Element>

    init(_ sequence: StateSequence) {
      let wakeup = Wakeup()
      self.wakeup = wakeup
      isViewStoreOutdated = sequence.isOutdated
      elements = FollowedState(sequence.read) { _ in wakeup.signal() }
    }

    func next() -> (state: Element, isContentChanged: Bool) { elements.next() }

    /// A loop that follows shared values itself is not notified of them by the store.
    var isOutdated: Bool { isViewStoreOutdated?() ?? false }

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
