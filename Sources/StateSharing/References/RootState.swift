import CounterpointSupport

/// The part of a root's state that does not depend on the type of its value. Accessed only under the root's lock.
struct RootState {
  /// The calls of `withLock` that have been reported because they blocked the main thread.
  var slowLocations: Set<SourceLocation> = []
  /// The number of local changes.
  var mutations: UInt64 = 0
  /// The number of changes that the key reported.
  var arrivals: UInt64 = 0
  /// The number of all changes.
  var changes: UInt64 = 0
  /// The newest version that was applied, if the key has versions.
  var version: SharedVersion?
  /// The last local change that has to be saved.
  var lastSavedChange: UInt64 = 0
  /// The number of the stored state that the value builds on, if the key is a ``RevisionedKey``.
  var revision: UInt64 = 0
}
