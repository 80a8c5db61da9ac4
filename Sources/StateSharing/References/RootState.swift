/// What a root knows of its changes, whatever the type of its value. Touched only with the root's lock held.
struct RootState {
  /// Calls of `withLock` that have been reported because they kept the main thread waiting.
  var slowLocations: Set<SourceLocation> = []
  /// How often the value was changed here.
  var mutations: UInt64 = 0
  /// How often others reported a change.
  var arrivals: UInt64 = 0
  /// How many changes there were in all.
  var changes: UInt64 = 0
  /// The newest version that was applied, if the key counts them.
  var version: SharedVersion?
  /// The last change that was made here and is to be saved.
  var lastSavedChange: UInt64 = 0
  /// The number of the stored state that the value builds on, if the key is a ``RevisionedKey``.
  var revision: UInt64 = 0
}
