// The same methods of `AsyncSequence` run off the caller's actor, where neither a state nor the predicate may be.

extension StateSequence {
  /// Returns the first state that satisfies a predicate; `nil` if the task is canceled before.
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

  /// Returns whether a state satisfies a predicate, as soon as one does; `false` if the task is canceled before.
  ///
  /// - Parameter predicate: Called on the caller's actor with the current state, then with each new one.
  /// - Throws: What the predicate throws.
  public nonisolated(nonsending) func contains(
    where predicate: (_ state: Element) throws -> Bool
  ) async rethrows -> Bool {
    try await first(where: predicate) != nil
  }

  /// Returns `false` as soon as a state does not satisfy a predicate; `true` if the task is canceled before.
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
  /// Returns whether a state equals a value, as soon as one does; `false` if the task is canceled before.
  ///
  /// - Parameter search: The value.
  public nonisolated(nonsending) func contains(_ search: Element) async -> Bool {
    await contains { $0 == search }
  }
}
