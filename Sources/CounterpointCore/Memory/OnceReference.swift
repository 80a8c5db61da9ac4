import Synchronization

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
