extension Effect {
  /// Registers the effect under an id by which it can be canceled.
  ///
  /// The effect is registered as soon as the store has processed the reduction that returned it, so a ``cancel(id:)``
  /// returned by the next action finds it. An id is matched by its type *and* its value. It belongs to the store
  /// whose reducer returned the effect, and to the feature there: two rows of a list, or a parent and its child, may
  /// use the same id independently. An effect may have several nested ids; each cancels it.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - cancelInFlight: Whether effects in flight under this id are canceled first. Of several effects in one
  ///     `merge`, the last one survives.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(operation.map { .cancellable(id: CancelID(id), cancelInFlight: cancelInFlight, $0) })
  }

  /// Cancels the effects with an id that earlier actions started.
  ///
  /// It reaches the effects of the feature that returns it, and those of all children that an `ifLet`, `ifCaseLet` or
  /// `forEach` runs in it; not those of its parent, nor of its siblings.
  ///
  /// Effects that the same reduction returns are left alone, in whatever order they are listed. Work is canceled
  /// cooperatively: its task is canceled, and what it sends from then on is dropped.
  ///
  /// - Parameter id: The id, of the same type and value as the one given to ``cancellable(id:cancelInFlight:)``.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }
}
