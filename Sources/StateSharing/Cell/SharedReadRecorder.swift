import CounterpointThreadLocals
import Synchronization

/// Records the shared values that a function reads on the current thread.
///
/// Subclasses decide how to use the records. If a recorder runs inside another, only the inner one records.
package class SharedReadRecorder {
  init() {}

  /// Whether Observation does not track the recorded reads.
  var replacesObservation: Bool { false }

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
}

/// Records the shared values that a function reads inside `withObservationTracking`, and finds changes until it
/// returns.
///
/// Observation starts to track the reads of a function only when the function returns. An earlier change, by another
/// thread or by the function itself, would be missed.
package final class SharedReads: SharedReadRecorder {
  private struct Read {
    let observation: SharedObservation
    /// The number of changes before the first read.
    let changes: Int
  }

  private var reads: [ObjectIdentifier: Read] = [:]

  /// Runs a function that reads shared values.
  ///
  /// - Parameter body: Reads values, and starts to track them.
  /// - Returns: Whether one of the values has changed after its first read.
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
}

/// Observes the shared values that a function reads. It is notified after each change, on the thread of the change.
///
/// The observation of a value starts just before the read, not at the end of the function, so no change is missed in
/// between. It ends when the next call of the function does not read the value.
package final class SharedFollower: SharedReadRecorder, @unchecked Sendable {
  // @unchecked because `followed` and `calls` are accessed only by `follow`, which is not called concurrently, and by
  // `deinit`.

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
  private let isInsteadOfObservation: Bool

  /// Creates a follower without values.
  ///
  /// - Parameters:
  ///   - replacesObservation: Whether the reads that Observation would track are recorded instead of tracked. Changes
  ///     by the function itself count as well.
  ///   - onChange: Called on any thread after a change of a value that the function has read: once, until
  ///     ``follow(_:)`` is called again. Receives the actor of the thread, if it is known.
  package init(replacesObservation: Bool = false, onChange: @escaping @Sendable (_ actor: (any Actor)?) -> Void) {
    self.isInsteadOfObservation = replacesObservation
    self.onChange = onChange
  }

  override var replacesObservation: Bool { isInsteadOfObservation }

  deinit {
    for followed in followed.values { followed.observation.remove(ObjectIdentifier(self)) }
  }

  /// Whether a value has changed since the last call of ``follow(_:)`` began.
  package var isOutdated: Bool { hasMissedChange.load(ordering: .acquiring) }

  /// Whether the last call of ``follow(_:)`` has read a shared value.
  package var isFollowing: Bool { !followed.isEmpty }

  /// Calls a function, and observes the values that it reads until the next call.
  ///
  /// Must not be called concurrently. Allocates nothing if the function reads no shared value.
  package func follow<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    calls += 1
    // Before the values are read, because later changes count.
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
    guard isTracked || !isInsteadOfObservation else { return }
    let id = ObjectIdentifier(observation)
    var value = followed[id] ?? Followed(observation: observation, properties: 0, call: calls)
    let properties = value.properties | property.bit
    if properties != value.properties { observation.add(self, properties) }
    value.properties = properties
    value.call = calls
    followed[id] = value
  }

  /// Records a change of a value.
  ///
  /// - Returns: Whether to call ``wake(on:)``; `false` after an earlier change, and for a change by the function
  ///   itself that does not count.
  func becomeOutdated() -> Bool {
    guard SharedReadRecorder.current !== self || isInsteadOfObservation else { return false }
    return !hasMissedChange.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// Notifies the owner.
  ///
  /// - Parameter actor: The actor of this thread, if it is known.
  func wake(on actor: (any Actor)?) {
    onChange(actor)
  }
}
