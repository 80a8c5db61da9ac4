import Observation
import Synchronization

/// What a root tells observers: that its value or its status changed.
///
/// An object of its own and without type parameters, because a key path into a generic class is made anew at each use.
final class Signals: Observable, Sendable {
  enum Property {
    case value, isLoading, loadError, saveError
  }

  /// How often something was changed. Counted after the change, and before observers are told.
  let changes = Atomic(0)
  private let registrar = ObservationRegistrar()

  private var value: Void { () }
  private var isLoading: Void { () }
  private var loadError: Void { () }
  private var saveError: Void { () }

  private typealias Path = any KeyPath<Signals, Void> & Sendable
  private static let valuePath: Path = \.value
  private static let isLoadingPath: Path = \.isLoading
  private static let loadErrorPath: Path = \.loadError
  private static let saveErrorPath: Path = \.saveError

  private static func path(_ property: Property) -> Path {
    switch property {
    case .value: valuePath
    case .isLoading: isLoadingPath
    case .loadError: loadErrorPath
    case .saveError: saveErrorPath
    }
  }

  func access(_ property: Property) {
    SharedReads.noteRead(self)
    registrar.access(self, keyPath: Self.path(property))
  }

  /// To be called without a lock: observers are anybody's code.
  func willSet(_ property: Property) {
    registrar.willSet(self, keyPath: Self.path(property))
  }

  /// To be called after the change, without a lock: observers are anybody's code.
  func didSet(_ property: Property) {
    // Once more: who was told before the change may have read, on another thread, what was there before it. They would wait
    // for a change that has been made. Who has not read since is told nothing twice.
    change(property)
  }

  /// Tells of a change that has been made.
  func change(_ property: Property) {
    changes.add(1, ordering: .sequentiallyConsistent)
    SharedReads.noteChange(self)
    willSet(property)
    registrar.didSet(self, keyPath: Self.path(property))
  }
}
