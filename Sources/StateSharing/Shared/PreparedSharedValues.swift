package import DependencyInjection

extension DependencyValues {
  /// A copy with new defaults for a run of a test, in which the shared values of the test are those of now.
  ///
  /// The storages in memory are copied, so that a run sees what the test has prepared, and neither the test nor another
  /// run sees the changes of the run. A value that is an object is shared with the copy. Storages outside of memory are
  /// used as they are. O(*n*) in the number of stored values.
  package var withFreshDefaultsAndPreparedValues: DependencyValues {
    var values = withFreshDefaults
    guard context == .test else { return values }
    values.defaultInMemoryStorage = defaultInMemoryStorage.copy()
    if let settings = defaultAppStorage.copyInMemory() { values.defaultAppStorage = settings }
    if let files = defaultFileStorage.copyInMemory() { values.defaultFileStorage = files }
    return values
  }
}

/// A type-erased `Shared` or `SharedReader`, for code that looks for shared values in states of unknown types.
package protocol SharedWrapper {
  /// The value that the wrapper shows, as a whole if it shows a part.
  var source: SharedSource { get }
}
