/// The state of a key's storage that a value builds on.
///
/// A key that detects conflicts compares it with the state that it has delivered last. A value that builds on an older
/// state would overwrite a change that this process has read but not yet applied.
struct SaveBasis: Sendable {
  /// The number of the foreign state that was applied last; zero if none was.
  var revision: UInt64 = 0
  /// The version that was applied last, if the key counts them.
  var version: SharedVersion?
  /// Whether each change of the value has been saved already. Such a value loses nothing to a foreign one.
  var isStored = false
}

/// A key that numbers the states of its storage that it delivers, and compares each saved value's basis with them.
///
/// The key increments the number in the critical section in which it marks a foreign state as known. The reference
/// adopts the number in the critical section in which it applies the value. A save whose number is smaller is a
/// conflict.
protocol RevisionedKey<Value>: SharedKey {
  /// Saves a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - basis: The state that the value builds on.
  ///   - context: Whether the save was requested.
  ///   - continuation: Receives the result.
  func save(_ value: Value, basedOn basis: SaveBasis, context: SaveContext, continuation: SaveContinuation)
}
