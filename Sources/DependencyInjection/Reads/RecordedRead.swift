/// Reads a value from the environment, such as the time or a file, so that recordings of a store contain it.
///
/// ```swift
/// struct Battery: Sendable {
///   var level: @Sendable () -> Double = { recordedRead("Battery.level") { readLevel() } }
/// }
/// ```
///
/// A recorded store writes the values that its reducers read, because no replay could compute them. The replay returns
/// the recorded values in the same order, and does not call `live`. Reads by effects and outside of reducers are not
/// recorded. Costs the access to a thread-local variable if nothing records.
///
/// `uuid`, `date`, `withRandomNumberGenerator`, and the synchronous endpoints of `@DependencyClient` whose results are
/// `Codable` do this themselves.
///
/// - Parameters:
///   - name: A name for the kind of read, by which a replay detects other, missing and extra reads.
///   - live: Reads the value. Reads inside it are not recorded.
/// - Returns: The value of `live`; in a replay, the recorded value.
/// - Throws: The error of `live`. A recording contains only its text, and a replay calls `live` again.
@inlinable
public func recordedRead<Value: Codable, Failure: Error>(
  _ name: @autoclosure () -> String,
  _ live: () throws(Failure) -> Value
) throws(Failure) -> Value {
  guard _isReadRecorded() else { return try live() }
  return try _loggedRead(name(), live)
}

/// Returns whether a recorded store is running a reducer on this thread. For ``recordedRead(_:_:)``.
public func _isReadRecorded() -> Bool { DependencyReads.isLogged }

/// Reads a value while there is a log. For ``recordedRead(_:_:)``.
public func _loggedRead<Value: Codable, Failure: Error>(
  _ name: String,
  _ live: () throws(Failure) -> Value
) throws(Failure) -> Value {
  guard let log = DependencyReads.log else { return try live() }
  if let value = log.replayed(name, as: Value.self) { return value }
  do throws(Failure) {
    // A replay does not call `live`, so it would not repeat the reads inside it.
    let value = try withDependencyReadLog(nil, live)
    log.record(name, value)
    return value
  } catch {
    log.recordFailure(name, error)
    throw error
  }
}

/// Reads the result of an endpoint. Called by code that `@DependencyClient` writes, which does not know the type.
@inlinable
public func _endpointRead<Value: Codable, Failure: Error>(
  _ name: @autoclosure () -> String,
  _ live: () throws(Failure) -> Value
) throws(Failure) -> Value {
  try recordedRead(name(), live)
}

/// Calls an endpoint whose result is not `Codable`, and is therefore not recorded.
@inlinable
public func _endpointRead<Value: ~Copyable, Failure: Error>(
  _ name: @autoclosure () -> String,
  _ live: () throws(Failure) -> Value
) throws(Failure) -> Value {
  try live()
}
