import CounterpointThreadLocals

/// Notes which shared values a function reads on the current thread.
///
/// Subclasses say what to do with the notes. Where a recorder runs inside another, only the inner one notes.
package class SharedReadRecorder {
  init() {}

  /// The recorder of the function that runs on this thread; `nil` if there is none.
  static var current: SharedReadRecorder? {
    // Safe because `record` keeps the recorder while its address is there.
    unsafe UnsafeRawPointer(bitPattern: counterpoint_get_read_recorder()).map {
      unsafe Unmanaged<SharedReadRecorder>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Whether a function runs on this thread whose reads are noted.
  static var isRecording: Bool { counterpoint_get_read_recorder() != 0 }

  /// Runs a function, and notes what it reads.
  final func record<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    let outer = counterpoint_exchange_read_recorder(word)
    defer {
      _ = counterpoint_exchange_read_recorder(outer)
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  /// Notes that a property is about to be read.
  ///
  /// - Parameters:
  ///   - observation: The observers of the shared value.
  ///   - property: The property.
  ///   - isTracked: Whether Observation may track the read as well.
  func noteRead(_ observation: SharedObservation, _ property: SharedObservation.Property, isTracked: Bool) {}

  /// Notes that the function has changed a value itself.
  func noteChange(_ observation: SharedObservation) {}
}
