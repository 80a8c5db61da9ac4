import CounterpointThreadLocals
import Synchronization

/// Records the shared values that a function reads on the current thread.
///
/// Subclasses decide how to use the records. If a recorder runs inside another, only the inner one records.
package class SharedReadRecorder {
  init() {}

  /// The recorder of the function that runs on this thread; `nil` if there is none.
  static var current: SharedReadRecorder? {
    // Safe because `record` keeps the recorder while its address is there.
    unsafe UnsafeRawPointer(bitPattern: counterpoint_get_read_recorder()).map {
      unsafe Unmanaged<SharedReadRecorder>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Whether the reads of a function on this thread are being recorded.
  static var isRecording: Bool { counterpoint_get_read_recorder() != 0 }

  /// Runs a function, and records its reads.
  final func record<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    let outer = counterpoint_exchange_read_recorder(word)
    defer {
      _ = counterpoint_exchange_read_recorder(outer)
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  /// Records that a property is about to be read.
  ///
  /// - Parameters:
  ///   - observation: The observers of the shared value.
  ///   - property: The property.
  ///   - isTracked: Whether Observation may track the read as well.
  func noteRead(_ observation: SharedObservation, _ property: SharedObservation.Property, isTracked: Bool) {}

  /// Records that the function itself has changed a value.
  func noteChange(_ observation: SharedObservation) {}
}

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

/// Follows the shared values that a function reads: it is notified after each change of one of them, on the thread that
/// has made it.
///
/// A value is followed from just before it is read, and not from the end of the function: no change is missed in
/// between. A value that the next call of the function does not read is no longer followed.
package final class SharedFollower: SharedReadRecorder, @unchecked Sendable {
  // @unchecked because `followed` and `calls` are touched only by `follow`, which is called in one place at a time, and
  // by `deinit`.

  private struct Followed {
    let observation: SharedObservation
    var properties: Int
    /// The number of the last call that has read a property.
    var call: Int
  }

  private var followed: [ObjectIdentifier: Followed] = [:]
  private var calls = 0
  private let hasMissedChange = Atomic(false)
  private let onChange: @Sendable (_ actor: (any Actor)?) -> Void

  /// Creates a follower that follows nothing yet.
  ///
  /// - Parameter onChange: Called after a change of a value that the function has read: once, until ``follow(_:)`` is
  ///   called again. Runs on any thread, and receives the actor that the thread is on, as far as it is known.
  package init(onChange: @escaping @Sendable (_ actor: (any Actor)?) -> Void) {
    self.onChange = onChange
  }

  deinit {
    for followed in followed.values { followed.observation.remove(ObjectIdentifier(self)) }
  }

  /// Whether a value has changed since the last call of ``follow(_:)`` began.
  package var isOutdated: Bool { hasMissedChange.load(ordering: .acquiring) }

  /// Whether the last call of ``follow(_:)`` has read a shared value.
  package var isFollowing: Bool { !followed.isEmpty }

  /// Calls a function, and follows what it reads until the next call.
  ///
  /// Must not be called on two threads at once. Costs no allocation if the function reads no shared value.
  package func follow<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    calls += 1
    // Before the values are read: a change after that counts again.
    hasMissedChange.store(false, ordering: .sequentiallyConsistent)
    defer { if !followed.isEmpty { dropUnread() } }
    return try record(body)
  }

  private func dropUnread() {
    for (id, value) in followed where value.call != calls {
      value.observation.remove(ObjectIdentifier(self))
      followed[id] = nil
    }
  }

  override func noteRead(_ observation: SharedObservation, _ property: SharedObservation.Property, isTracked: Bool) {
    let id = ObjectIdentifier(observation)
    var value = followed[id] ?? Followed(observation: observation, properties: 0, call: calls)
    let properties = value.properties | property.bit
    if properties != value.properties { observation.add(self, properties) }
    value.properties = properties
    value.call = calls
    followed[id] = value
  }

  /// Notes that a value has changed.
  ///
  /// - Returns: Whether ``wake(on:)`` has to be called: not if an earlier change has led to a call already, or if the
  ///   function itself has made the change.
  func becomeOutdated() -> Bool {
    guard SharedReadRecorder.current !== self else { return false }
    return !hasMissedChange.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// Notifies the owner.
  ///
  /// - Parameter actor: The actor that this thread is on, as far as it is known.
  func wake(on actor: (any Actor)?) {
    onChange(actor)
  }
}
