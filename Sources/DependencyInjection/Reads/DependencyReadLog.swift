import CounterpointThreadLocals

/// The dependency reads of one reduction: written by a recorder, answered by a replay.
///
/// Called on the thread of the reducer.
package protocol DependencyReadLog: AnyObject {
  /// Records the value of a read.
  func record(_ name: String, _ value: some Encodable)

  /// Records that a read has thrown an error.
  func recordFailure(_ name: String, _ error: any Error)

  /// Returns the recorded value of the next read; `nil` if the read is to be made.
  ///
  /// The log compares the name with the recorded one, so that it finds reads that are missing, extra or different.
  func replayed<Value: Decodable>(_ name: String, as type: Value.Type) -> Value?
}

/// Calls a function, such as a reducer, and logs the dependencies that it reads on this thread.
///
/// - Parameters:
///   - log: The log; `nil` logs nothing.
///   - body: The function.
package func withDependencyReadLog<Result, Failure: Error>(
  _ log: (any DependencyReadLog)?,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  guard var log else { return try DependencyReads.with(0, body) }
  // The existential stays on the stack of this function, so that no allocation is needed.
  return try unsafe withUnsafeMutablePointer(to: &log) { pointer throws(Failure) in
    try DependencyReads.with(UInt(bitPattern: pointer), body)
  }
}

/// The log of the current thread.
enum DependencyReads {
  static var isLogged: Bool { counterpoint_get_dependency_reads() != 0 }

  static var log: (any DependencyReadLog)? {
    // Safe because the pointer is reset before the log's stack frame ends.
    unsafe UnsafePointer<any DependencyReadLog>(bitPattern: counterpoint_get_dependency_reads())?.pointee
  }

  fileprivate static func with<Result, Failure: Error>(
    _ word: UInt,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = counterpoint_exchange_dependency_reads(word)
    defer { _ = counterpoint_exchange_dependency_reads(outer) }
    return try body()
  }
}
