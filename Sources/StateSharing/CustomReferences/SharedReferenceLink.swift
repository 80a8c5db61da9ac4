import Locks

/// What ties a ``CustomSharedReference`` to its wrappers: who observes and who follows it.
///
/// Safe to use from any thread.
@_spi(SharedReferences)
public final class SharedReferenceLink<Value: Sendable>: Sendable {
  private struct LinkedReference: Sendable {
    // Weak, because the reference holds the object that has the link.
    weak var reference: CustomReference<Value>?
  }

  private let linked = Locked(LinkedReference())

  /// Creates a link, for one object.
  public init() {}

  /// Tells that the value has been changed, other than by a wrapper.
  ///
  /// To be called afterwards, without a lock: it reads the value, and observers are anybody's code.
  public func touch() {
    linked.withLock { $0.reference }?.touch()
  }

  /// Tells that what is said of loading and saving has changed. To be called afterwards, without a lock.
  public func touchStatus() {
    guard let observation = linked.withLock({ $0.reference })?.observation else { return }
    ThreadChanges.afterOutermost {
      for property in [SharedObservation.Property.isLoading, .loadError, .saveError] { observation.change(property) }
    }
  }

  /// The one reference to the object.
  func reference(
    to custom: any CustomSharedReference<Value>,
    _ mutable: (any CustomMutableSharedReference<Value>)?
  ) -> CustomReference<Value> {
    linked.withLock { linked in
      if let reference = linked.reference { return reference }
      let reference = CustomReference(custom, mutable)
      linked.reference = reference
      return reference
    }
  }
}
