/// The shared values that a function reads inside `withObservationTracking`, and whether other threads have changed
/// them since.
///
/// Observation begins to watch what a function has read only when the function returns: a change that another thread
/// makes before that would be missed.
package final class SharedReads: SharedReadRecorder {
  private struct Read {
    let observation: SharedObservation
    /// The number of changes before the first read.
    var changes: Int
  }

  private var reads: [ObjectIdentifier: Read] = [:]

  /// Runs a function that reads shared values.
  ///
  /// - Parameter body: Reads, and begins to watch what it has read.
  /// - Returns: Whether another thread has changed one of the values after it was first read.
  package static func areOutdated(after body: () -> Void) -> Bool {
    let reads = SharedReads()
    reads.record(body)
    return reads.reads.values.contains { $0.changes != $0.observation.changeCount }
  }

  override func noteRead(_ observation: SharedObservation, _ property: SharedObservation.Property, isTracked: Bool) {
    let id = ObjectIdentifier(observation)
    guard isTracked, reads[id] == nil else { return }
    reads[id] = Read(observation: observation, changes: observation.changeCount)
  }

  override func noteChange(_ observation: SharedObservation) {
    reads[ObjectIdentifier(observation)]?.changes += 1
  }
}
