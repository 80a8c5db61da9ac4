/// Tells observers of the reads and changes of one value.
struct TrackedValue {
  private let registrar = SharedRegistrar()

  /// Call it before a read.
  func willRead() { _ = registrar.access(0) }

  /// Call it after a change, because observers read the new value.
  func didChange() { registrar.notify(0) }
}
