import Synchronization

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

/// A reference that is set once, by whichever thread comes first, and keeps its object from then on.
///
/// As `AtomicLazyReference`, whose `load` looks types up and retains: it would be most of what a read of a field costs.
@safe
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// Retained.
  private let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  deinit {
    unsafe reference.load(ordering: .acquiring)?.release()
  }

  /// The object, `nil` before it is set. Good for as long as this lives.
  @inline(__always)
  var object: Unretained<Object>? {
    unsafe reference.load(ordering: .acquiring).map { unsafe Unretained($0) }
  }

  /// The object; makes it if there is none.
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
