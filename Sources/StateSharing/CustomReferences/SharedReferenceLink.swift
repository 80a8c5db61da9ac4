import Locks

/// What ties a ``CustomSharedReference`` to its wrappers: who observes and who follows it.
///
/// Safe to use from any thread.
@_spi(SharedReferences)
public final class SharedReferenceLink<Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    // Weak, because the reference holds the object that has the link.
    weak var reference: CustomReference<Value>?
  }

  private let slot = Locked(Slot())

  /// Makes a link, for one object.
  public init() {}

  /// Tells that the value has been changed, other than by a wrapper.
  ///
  /// To be called afterwards, without a lock: it reads the value, and observers are anybody's code.
  public func touch() {
    slot.withLock { $0.reference }?.touch()
  }

  /// Tells that what is said of loading and saving has changed. To be called afterwards, without a lock.
  public func touchStatus() {
    guard let signals = slot.withLock({ $0.reference })?.signals else { return }
    ThreadChanges.afterOutermost {
      for property in [Signals.Property.isLoading, .loadError, .saveError] { signals.change(property) }
    }
  }

  /// The one reference to the object.
  func reference(
    to custom: any CustomSharedReference<Value>,
    _ mutable: (any CustomMutableSharedReference<Value>)?
  ) -> CustomReference<Value> {
    slot.withLock { slot in
      if let reference = slot.reference { return reference }
      let reference = CustomReference(custom, mutable)
      slot.reference = reference
      return reference
    }
  }
}
