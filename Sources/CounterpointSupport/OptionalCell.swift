/// Storage for a value that may be absent.
///
/// Replaces an optional property, because generic code looks up the optional's type at each use, which takes several
/// times as long as the use itself. Not thread-safe: the owner protects it with a lock or an actor.
@safe package final class OptionalCell<Value> {
  // Safe because the memory is initialized exactly while `isFilled` is true, and only these methods change either.
  @usableFromInline let memory: UnsafeMutablePointer<Value>
  @safe @exclusivity(unchecked) @usableFromInline var isInitialized = false

  @inlinable
  package init() {
    unsafe memory = .allocate(capacity: 1)
  }

  @inlinable
  deinit {
    if isInitialized { unsafe memory.deinitialize(count: 1) }
    unsafe memory.deallocate()
  }

  /// Whether the cell holds a value.
  @inlinable
  package var isFilled: Bool { isInitialized }

  /// The value. The cell must be filled.
  @inlinable
  package var value: Value {
    precondition(isInitialized)
    return unsafe memory.pointee
  }

  /// Stores a value. The cell must be empty.
  @inlinable
  package func fill(_ value: consuming Value) {
    precondition(!isInitialized)
    isInitialized = true
    unsafe memory.initialize(to: value)
  }

  /// Stores a copy of the value at an address, without a copy on the stack. The cell must be empty.
  @inlinable
  package func fill(copying source: UnsafeMutablePointer<Value>) {
    precondition(!isInitialized)
    isInitialized = true
    unsafe memory.initialize(from: source, count: 1)
  }

  /// Removes and returns the value. The cell must be filled.
  @inlinable
  package func take() -> Value {
    precondition(isInitialized)
    isInitialized = false
    return unsafe memory.move()
  }
}
