@_spi(Internals) import CounterpointSupport

/// A property wrapper for a value that many features share. Its copies refer to the same value.
///
/// ```swift
/// struct State {
///   @Shared(.fileStorage(.stats)) var stats = Stats()
/// }
///
/// state.$stats.withLock { $0.count += 1 }
/// ```
///
/// All wrappers with the same key show the same value. `@Shared(value: 0)` creates a value that only its copies and
/// derived wrappers share. A read costs about three uncontended mutexes, a change in memory about ten; neither
/// allocates. Changes go through ``withLock(_:fileID:filePath:line:column:)``. Reading the value in the closure of
/// `withObservationTracking`, as views do, observes it.
///
/// In a test, the changes of an action are asserted like any other state.
///
/// Everything may be called from any thread. Only the value itself is protected, not the object that a value of class
/// type refers to.
@propertyWrapper @dynamicMemberLookup
public struct Shared<Value>: Sendable {
  let storage: WrapperStorage<Value, MutableReference<Value>>

  init(reference: MutableReference<Value>) {
    storage = WrapperStorage(reference)
  }

  var reference: MutableReference<Value> { storage.reference }

  /// The value. Writing it is deprecated: `x += 1` reads and writes separately, and loses concurrent changes.
  public var wrappedValue: Value {
    get {
      storage.read(SharedTracking.view)
    }
    @available(
      *,
      deprecated,
      message:
        "Use '$shared.withLock { $0 = … }', which has exclusive access; for a control, a binding made from '$shared'."
    )
    nonmutating set {
      withLock { $0 = newValue }
    }
  }

  /// The wrapper itself. Assigning another wrapper makes this one, and all its copies, show the other's value.
  ///
  /// Wrappers that were derived earlier keep showing the old value. In an assertion, assigning sets the expected value
  /// after an assignment by the code under test.
  public var projectedValue: Self {
    get {
      reference.access()
      return self
    }
    nonmutating set {
      let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      if let assertion = SharedTracking.assertion {
        storage.expect(newValue.storage.value(.expected(assertion)), in: assertion, at: location)
      } else {
        storage.point(to: newValue.reference, at: location)
      }
    }
  }

  /// Changes the value with exclusive access.
  ///
  /// Runs on the caller's thread, and returns when the change has been passed to the key, if there is one. The
  /// closure runs, the key saves, and then observers are notified once and read the new value. While a store handles
  /// an action on this thread, observers are notified when the store has settled. If the closure throws, the old
  /// value stays, and neither the key nor observers are notified.
  ///
  /// Observers are not notified of an equal value if the value is plain memory (such as numbers and dates), if the
  /// closure can throw, or if the key has transactions. Other values may be expensive to compare.
  ///
  /// Code in the closure that reads the value other than by the closure's parameter receives the value before the
  /// change. A change of it in the closure stops the program, with a message that names both source locations. Parts of
  /// the value (`$user.name`), the value that contains it, and all wrappers with the same key count as the same value.
  /// The rule always applies: in tests, in assertions, and for every key.
  ///
  /// Other values can be read and changed in the closure. Their observers are notified, and their keys save, when the
  /// outermost change of the thread has ended. Other threads wait until the closure has returned. With a key that has
  /// transactions, only threads that change the value wait.
  ///
  /// The value before the change is kept until the closure returns, so a change copies the buffers that it touches. For
  /// an element of a large collection, use ``withLockInPlace(_:fileID:filePath:line:column:)``.
  ///
  /// With a key that has transactions, the closure runs on the stored value, and runs again after a conflict. If
  /// nothing could be stored, the change is rolled back, ``saveError`` has the reason, and ``save()`` throws it. With
  /// remote storage, the change is visible at once and is stored in the background; see
  /// ``AsyncTransactionalSharedKey``.
  ///
  /// - Parameter operation: Changes the value.
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @discardableResult
  public func withLock<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) -> Result {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try storage.withLock(at: location, operation)
  }

  /// Changes the value with exclusive access, without a copy of the value before the change.
  ///
  /// The same as ``withLock(_:fileID:filePath:line:column:)``, for large values: a change of one row of an array costs
  /// the same among 10 and among 1,000,000 rows. In return, code in the closure that reads the value other than by the
  /// closure's parameter stops the program, because there is no value before the change. The message names the source
  /// location of the change. Like the rule of changes, this one applies to parts of the value and to other wrappers, in
  /// tests and for every key.
  ///
  /// The value is copied nevertheless if the closure can throw, a test tracks changes, or the storage is remote or in
  /// memory (`.inMemory`); and at the first change of a default that is kept with its key. With a key that has
  /// transactions, the closure always runs on a copy.
  ///
  /// - Parameter operation: Changes the value.
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @discardableResult
  public func withLockInPlace<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) -> Result {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try storage.withLock(.inPlace, at: location, operation)
  }
}

// In this file, because it is found at run time: a static archive's objects are linked if their symbols are used.
extension Shared: ValueWrapper {
  package var valueForText: Any { wrappedValue }
}

extension Shared: SharedWrapper {
  package var source: SharedSource { reference.root.source }
}

// MARK: - Loading and saving

extension Shared {
  /// Loads the value with its key. Does nothing for a value without a key.
  ///
  /// If nothing is stored, the value stays.
  ///
  /// - Throws: The error of the key, which is also in ``loadError`` afterwards. A `CancellationError`, immediately,
  ///   if the task is canceled.
  public func load() async throws {
    try await reference.root.load()
  }

  /// Replaces the key of the wrapper, and loads the new key's value.
  ///
  /// The value stays until the new one is loaded, and if nothing is stored. It is not written to the new key.
  ///
  /// - Parameter key: The key.
  /// - Throws: The error of the key. The wrapper has the new key nevertheless.
  public func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await storage.load(key.rootForLoading(at: location, value: wrappedValue), at: location)
  }

  /// Saves the value, and waits until it and all earlier changes are stored.
  ///
  /// With a key that has transactions, a change that could not be stored is rolled back. Its error is thrown by each
  /// call until a later change is stored, or ``acknowledgeSaveError()`` is called.
  ///
  /// - Throws: The error of the key, which is also in ``saveError`` afterwards. A `CancellationError`, immediately,
  ///   if the task is canceled; the save may go on.
  public func save() async throws {
    try await reference.root.save()
  }

  /// Saves the value in remote storage, and waits until it and all earlier changes are stored: also while the storage
  /// can't be reached, which ``save()`` would throw at once. With other storage, the same as ``save()``.
  ///
  /// - Parameter timeout: The maximum duration of the wait, by the key's clock.
  /// - Throws: ``SharedStorageError/timedOut``; the value is still stored later. A loss or a refusal, which waiting
  ///   can't change. A `CancellationError`, immediately, if the task is canceled; the save may go on.
  public func save(timeout: Duration) async throws {
    try await reference.root.save(within: timeout)
  }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.root.isLoading }

  /// The error of the last load, if it failed.
  public var loadError: (any Error)? { reference.root.loadError }

  /// The error of the last save, if it failed.
  public var saveError: (any Error)? { reference.root.saveError }

  /// Marks the failure in ``saveError`` as handled, for example when the user has dismissed its message.
  ///
  /// ``saveError`` is `nil` then, and ``save()`` does not throw the error of an earlier change. This stores nothing: a
  /// change that was rolled back or lost to a conflict stays lost. A value that could not be written is still unsaved,
  /// and the next ``save()`` tries again. The error of a key that was refused when the value was declared stays.
  public func acknowledgeSaveError() { reference.root.acknowledgeSaveError() }
}

extension Shared {
  /// Returns whether both wrappers show the same part of the same root.
  package func isSame(as other: Self) -> Bool {
    reference.isSame(as: other.reference)
  }
}

extension Shared {
  /// Changes the value in a transaction of its key, and throws if the value could not be stored.
  ///
  /// With a key without transactions, the value is changed with ``withLock(_:fileID:filePath:line:column:)`` and
  /// saved. For a field, the whole value is stored. With remote storage (see ``AsyncTransactionalSharedKey``),
  /// earlier changes are stored first, within the same timeout. If they can't be stored, the error is thrown before
  /// the closure runs; if one is lost to a conflict, the next `save()` throws it. A canceled task stops before the
  /// next attempt.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of calls of the closure, if there are conflicts.
  ///   - timeout: The maximum total duration. Waiting blocks the thread, except with remote storage.
  ///   - isolation: The caller's actor; leave it out.
  ///   - operation: Changes the value. Must be repeatable.
  /// - Returns: The result of the last call of `operation`.
  /// - Throws: The error of `operation`, or the reason why nothing could be stored. The stored value is then
  ///   unchanged.
  @discardableResult
  public func withTransaction<Result>(
    attempts: Int = 16,
    timeout: Duration = .seconds(5),
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (inout Value) throws -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> Result {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if SharedTracking.assertion == nil {
      let request = RemoteRequest(attempts: attempts, timeout: timeout, location: location)
      if let result = try await reference.transactWithKey(request, isolation: isolation, operation) { return result }
    }
    let result = try storage.withLock(at: location, operation)
    if SharedTracking.assertion == nil { try await save() }
    return result
  }
}

/// Changes two values atomically.
///
/// Locks both in a global order, so concurrent calls can't deadlock. Nested calls of `withLock` in different orders
/// can. If the closure throws, both values are unchanged.
///
/// Each value is saved and observed on its own. With keys that have transactions, each is stored in a transaction of
/// its own.
///
/// - Parameters:
///   - first: A value.
///   - second: Another value. A part of the same value stops the program.
///   - operation: Changes both.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
@discardableResult
public func withLocks<First, Second, Result, Failure: Error>(
  _ first: Shared<First>,
  _ second: Shared<Second>,
  _ operation: (inout First, inout Second) throws(Failure) -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws(Failure) -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  // Roots never move, so their addresses define an order.
  if ObjectIdentifier(first.reference.root) < ObjectIdentifier(second.reference.root) {
    return try first.storage.withLock(at: location) { (first: inout First) throws(Failure) -> Result in
      try second.storage.withLock(at: location) { (second: inout Second) throws(Failure) -> Result in
        try operation(&first, &second)
      }
    }
  }
  return try second.storage.withLock(at: location) { (second: inout Second) throws(Failure) -> Result in
    try first.storage.withLock(at: location) { (first: inout First) throws(Failure) -> Result in
      try operation(&first, &second)
    }
  }
}
