/// The states of a store or a view store, for `for await`: the current state, then each new one.
///
/// A shared value that is read for an element is a part of the element: `store.states.hits` produces an element after
/// each change of a shared `hits`, by any store or process. The same applies to the shared properties of an
/// `Equatable` element.
///
/// A slow loop skips intermediate states, but always receives the newest one. Iterators are independent. Each retains
/// the store, and ends when its task is canceled.
///
/// Iterate on the store's actor. In the Swift 5 language mode, the compiler does not prevent a loop on another actor.
/// Such a loop receives the states too, but must not share objects in them.
///
/// A field of the states is a sequence without repetitions: `for await count in store.states.count`.
@dynamicMemberLookup
public struct StateSequence<Element>: AsyncSequence {
  /// The sequence never fails.
  public typealias Failure = Never

  let hub: StoreHub
  let read: () -> Element
  let isDuplicate: (Element, Element) -> Bool
  /// Returns whether the view store has to notify its listeners of a shared value; `nil` for the states of a store,
  /// whose iterators follow shared values themselves.
  var isOutdated: (() -> Bool)?

  /// Returns the values of a field, without repetitions.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<Element, Value>) -> StateSequence<Value> {
    StateSequence<Value>(
      hub: hub,
      read: { [read] in read()[keyPath: keyPath] },
      isDuplicate: ==,
      isOutdated: isOutdated
    )
  }

  /// Creates an iterator that begins with the current state at the first call of `next`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// The iterator of one loop.
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
    /// - Parameter actor: The actor of the loop. If it is another actor, the state is read on the store's actor and
    ///   transferred.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let storeActor = sequence.hub.isolation, storeActor !== actor else {
        return await nextOnStoreActor(isolation: actor)
      }
      // Reached only in the Swift 5 language mode, which lets code of any actor call this.
      let result = await Self.next(Transferred(value: self), on: storeActor)
      self = result.value.iterator
      return result.value.element
    }

    /// Returns the next state, like ``next(isolation:)`` on the caller's actor.
    public nonisolated(nonsending) mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    private static func next(
      _ iterator: Transferred<Iterator>,
      on storeActor: isolated any Actor
    ) async -> Transferred<(iterator: Iterator, element: Element?)> {
      var iterator = iterator.value
      let element = await iterator.nextOnStoreActor(isolation: storeActor)
      return Transferred(value: (iterator, element))
    }

    private mutating func nextOnStoreActor(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let last else {
        guard !Task.isCancelled else { return nil }
        sequence.hub.preconditionIsolated()
        sequence.hub.add(listener)
        return remember(listener.next().state)
      }
      while await listener.signal.wait(isolation: actor) {
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
    let signal: AsyncSignal
    private let isViewStoreOutdated: (() -> Bool)?
    private let elements: DerivedState<Element>

    init(_ sequence: StateSequence) {
      let signal = AsyncSignal()
      self.signal = signal
      isViewStoreOutdated = sequence.isOutdated
      elements = DerivedState(sequence.read) { _ in signal.signal() }
    }

    func next() -> (state: Element, isContentChanged: Bool) { elements.next() }

    /// `false` for the states of a store, whose iterators follow shared values themselves.
    var isOutdated: Bool { isViewStoreOutdated?() ?? false }

    func prepare() {}

    func commit() {}

    func tell() {
      signal.signal()
    }
  }
}

@available(*, unavailable)
extension StateSequence.Iterator: Sendable {}

/// A value that is transferred to an actor and back, and is not used in between.
private struct Transferred<Value>: @unchecked Sendable {
  // @unchecked because only one actor at a time uses the value.
  let value: Value
}

// These replace methods of `AsyncSequence` that run off the caller's actor. States and predicates must stay on the
// actor.

extension StateSequence {
  /// Returns the first state that satisfies a predicate; `nil` if the task is canceled first.
  ///
  /// ```swift
  /// let ready = await store.states.first { $0.isReady }
  /// ```
  ///
  /// - Parameter predicate: Called on the caller's actor with the current state, then with each new one.
  /// - Throws: What the predicate throws.
  public nonisolated(nonsending) func first(
    where predicate: (_ state: Element) throws -> Bool
  ) async rethrows -> Element? {
    for await state in self where try predicate(state) { return state }
    return nil
  }

  /// Returns whether a state satisfies a predicate, as soon as one does; `false` if the task is canceled first.
  ///
  /// - Parameter predicate: Called on the caller's actor with the current state, then with each new one.
  /// - Throws: What the predicate throws.
  public nonisolated(nonsending) func contains(
    where predicate: (_ state: Element) throws -> Bool
  ) async rethrows -> Bool {
    try await first(where: predicate) != nil
  }

  /// Returns `false` as soon as a state does not satisfy a predicate; `true` if the task is canceled first.
  ///
  /// - Parameter predicate: Called on the caller's actor with the current state, then with each new one.
  /// - Throws: What the predicate throws.
  public nonisolated(nonsending) func allSatisfy(
    _ predicate: (_ state: Element) throws -> Bool
  ) async rethrows -> Bool {
    for await state in self {
      if !(try predicate(state)) { return false }
    }
    return true
  }
}

extension StateSequence where Element: Equatable {
  /// Returns whether a state equals a value, as soon as one does; `false` if the task is canceled first.
  ///
  /// - Parameter search: The value.
  public nonisolated(nonsending) func contains(_ search: Element) async -> Bool {
    await contains { $0 == search }
  }
}
