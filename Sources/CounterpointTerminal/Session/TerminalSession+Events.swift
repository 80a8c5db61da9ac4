extension TerminalSession {
  /// The events of a session, for one consumer: they wait until they are taken.
  ///
  /// At most 16,384 keys wait (a paste counts as one for every 64 bytes). The session reads no more keys then, until
  /// half of them were taken; the system and the terminal keep the rest, so no key is lost. A signal that ends the
  /// session overtakes all other events and removes them. A new size and a resumption overtake keys, and only the
  /// newest size is an event.
  public struct Events: AsyncSequence, Sendable {
    /// An event of the session.
    public typealias Element = TerminalEvent
    /// Iterating does not fail: a terminal that is lost is an event.
    public typealias Failure = Never

    let queue: EventQueue

    /// Makes an iterator. Two iterators share the events: each event goes to one of them.
    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

    /// Takes the events of a session, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
      let queue: EventQueue

      /// Waits for the next event.
      ///
      /// - Returns: The event; `nil` after the end of the session, or if the task is canceled. A canceled call takes
      ///   no event.
      public mutating func next() async -> TerminalEvent? { await queue.next(isolation: nil) }

      /// Waits for the next event on an actor.
      ///
      /// - Parameter actor: The actor of the caller.
      /// - Returns: The event; `nil` after the end of the session, or if the task is canceled. A canceled call takes
      ///   no event.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> TerminalEvent? {
        await queue.next(isolation: actor)
      }
    }
  }
}
