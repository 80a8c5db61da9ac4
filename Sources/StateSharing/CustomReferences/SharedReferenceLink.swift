import CounterpointSupport

/// Links a ``CustomSharedReference`` with its wrappers, observers and followers.
///
/// Safe to use from any thread.
@_spi(SharedReferences)
public final class SharedReferenceLink<Value: Sendable>: Sendable {
  private struct LinkedReference: Sendable {
    // Weak, because the reference retains the object that has the link.
    weak var reference: CustomReference<Value>?
  }

  private let linked = Locked(LinkedReference())

  /// Creates a link, for one object.
  public init() {}

  /// Notifies observers that the value was changed, other than by a wrapper.
  ///
  /// Call it after the change, without a lock: it reads the value and runs observers.
  public func touch() {
    linked.withLock { $0.reference }?.touch()
  }

  /// Notifies observers that the state of loading or saving has changed. Call it after the change, without a lock.
  public func touchStatus() {
    guard let observation = linked.withLock({ $0.reference })?.observation else { return }
    ThreadChanges.afterOutermost {
      for property in [SharedObservation.Property.isLoading, .loadError, .saveError] { observation.change(property) }
    }
  }

  /// Returns the single reference to the object.
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
