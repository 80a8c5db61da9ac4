/// Storage for a value that may be absent.
///
/// Replaces an optional property, because generic code looks up the optional's type at each use, which takes several
/// times as long as the use itself. The owner protects it with a lock.
@safe final class OptionalCell<Value> {
  // Safe because the memory is initialized exactly while `isFilled` is true, and only these methods change either.
  private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  @safe @exclusivity(unchecked) private(set) var isFilled = false

  deinit {
    if isFilled { unsafe memory.deinitialize(count: 1) }
    unsafe memory.deallocate()
  }

  /// The value. The cell must be filled.
  var value: Value {
    precondition(isFilled)
    return unsafe memory.pointee
  }

  /// Stores a value. The cell must be empty.
  func fill(_ value: Value) {
    precondition(!isFilled)
    unsafe memory.initialize(to: value)
    isFilled = true
  }

  /// Removes and returns the value. The cell must be filled.
  func take() -> Value {
    precondition(isFilled)
    isFilled = false
    return unsafe memory.move()
  }
}
