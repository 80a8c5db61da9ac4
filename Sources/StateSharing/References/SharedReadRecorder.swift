import CounterpointThreadLocals

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
