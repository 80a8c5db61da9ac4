/// What a root knows of its changes, whatever the type of its value. Touched only with the root's lock held.
struct RootState {
  /// Whether somebody asked for the value inside the change that is being made.
  var wasReadInside = false
  /// Whether that has ever happened: then changes are made with a copy at hand.
  var isEverReadInside = false
  /// The call of the change that is being made, or of the last.
  var outerLocation: SourceLocation?
  /// Calls of `withLock` whose closures have been seen not to use the value other than by their parameter.
  var cleanLocations: Set<UInt> = []
  /// Calls of `withLock` that have been reported because they kept the main thread waiting.
  var slowLocations: Set<UInt> = []
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
  /// What others reported on this very thread while a change was being made.
  var postponed: [@Sendable () -> Void] = []
}
