import Synchronization

/// An unretained reference to an object, because a retain costs as much as the operations behind it.
///
/// Each use states beside it what keeps the object alive.
@safe @usableFromInline
struct Unretained<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  /// Creates a reference to an object that the caller keeps alive.
  // Inlined, because a call would look up the type of the object.
  @inlinable @inline(__always)
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Creates a reference from an unmanaged one.
  init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = unsafe reference
  }

  /// Creates a reference from a word; `nil` if the word is zero.
  ///
  /// - Parameter word: The ``word`` of a reference to an object of the same type.
  init?(word: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    unsafe reference = .fromOpaque(pointer)
  }

  /// The reference as a number, for a thread-local variable.
  var word: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

  /// The object.
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls a function with the object, which is not retained meanwhile.
  @inlinable @inline(__always)
  func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }
}

/// Returns an object as its dynamic type, which a cast or a comparison of types has determined. Debug builds check it.
@inline(__always)
func uncheckedDowncast<Object: AnyObject>(_ object: AnyObject, as type: Object.Type = Object.self) -> Object {
  unsafe unsafeDowncast(object, to: type)
}

/// A reference that is set once, by the first thread, and retains its object.
///
/// It replaces `AtomicLazyReference`, whose `load` looks up types and retains: 650 instructions for each field read.
@safe
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// Retained.
  private let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  /// The object, `nil` before it is set. Valid during the lifetime of this reference.
  @inline(__always)
  var object: Unretained<Object>? {
    unsafe reference.load(ordering: .acquiring).map { unsafe Unretained($0) }
  }

  /// Returns the object, and creates it if there is none.
  // Not inlined, because it is called once, and each read of a field inlines the code around it.
  @inline(never)
  func make(_ make: () -> Object) -> Unretained<Object> {
    let new = unsafe Unmanaged.passRetained(make())
    let (isFirst, other) = unsafe reference.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let other = unsafe other else { return unsafe Unretained(new) }
    unsafe new.release()
    return unsafe Unretained(other)
  }
}
