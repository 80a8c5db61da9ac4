import Observation

/// Tells Observation of the reads and changes of one value.
///
/// Owners of all types share one key path. That of a generic owner would be created again at each use, which takes
/// longer than all else.
struct TrackedValue: Observable {
  private let registrar = ObservationRegistrar()

  private var value: Void { () }

  /// Call it before a read.
  func willRead() { registrar.access(self, keyPath: \.value) }

  /// Call it after a change, because observers read the new value.
  func didChange() {
    registrar.willSet(self, keyPath: \.value)
    registrar.didSet(self, keyPath: \.value)
  }
}
