/// Room for a value that may be there or not.
///
/// What an optional property would be, were it not that generic code has to look up the type of the optional at each use, which
/// takes several times as long as the use. An object for the same reason. Whoever has it guards it with a lock.
@safe final class OptionalCell<Value> {
  // Safe because the memory holds a value exactly while `isFilled` says so, and only these methods change either.
  private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  @safe @exclusivity(unchecked) private(set) var isFilled = false

  deinit {
    if isFilled { unsafe memory.deinitialize(count: 1) }
    unsafe memory.deallocate()
  }

  /// The value. There must be one.
  var value: Value {
    precondition(isFilled)
    return unsafe memory.pointee
  }

  /// Puts in a value. There must be none.
  func fill(_ value: Value) {
    precondition(!isFilled)
    unsafe memory.initialize(to: value)
    isFilled = true
  }

  /// Takes out the value. There must be one.
  func take() -> Value {
    precondition(isFilled)
    isFilled = false
    return unsafe memory.move()
  }
}
