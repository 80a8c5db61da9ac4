/// An unretained reference to an object, because a retain costs as much as the operations behind it.
///
/// Each use states beside it what keeps the object alive.
@safe @usableFromInline
struct Unretained<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  /// Creates a reference to an object that the caller keeps alive.
  @usableFromInline
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Refers to what an unmanaged reference does.
  init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = unsafe reference
  }

  /// The reference that a word of a thread's stands for, `nil` if it is zero.
  ///
  /// - Parameter word: What ``word`` was on this thread, of an object of this very type.
  init?(word: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    unsafe reference = .fromOpaque(pointer)
  }

  /// The reference as a number, to be kept as what is current on a thread.
  var word: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

  /// The object.
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls a function with the object, which is not retained meanwhile.
  @inlinable @inline(__always)
  func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }
}

/// An object as one of a type that a cast or a test of types has found to be its own. Debug builds look again.
func uncheckedDowncast<Object: AnyObject>(_ object: AnyObject, as type: Object.Type = Object.self) -> Object {
  unsafe unsafeDowncast(object, to: type)
}
