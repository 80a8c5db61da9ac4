import Observation

/// What a root tells observers: that its value or its status changed.
///
/// An object of its own and without type parameters, because a key path into a generic class is made anew at each use.
final class Signals: Observable, Sendable {
  enum Property {
    case value, isLoading, loadError, saveError
  }

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
    registrar.access(self, keyPath: Self.path(property))
  }

  /// To be called without a lock: observers are anybody's code.
  func willSet(_ property: Property) {
    registrar.willSet(self, keyPath: Self.path(property))
  }

  /// To be called without a lock: observers are anybody's code.
  func didSet(_ property: Property) {
    registrar.didSet(self, keyPath: Self.path(property))
  }

  func change(_ property: Property) {
    willSet(property)
    didSet(property)
  }
}
