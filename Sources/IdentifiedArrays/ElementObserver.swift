import OrderedCollections
import Synchronization

/// An observer that is notified before an element is removed or is replaced under its identifier.
///
/// There is one observer per process, because an array has no reference to its owner.
@usableFromInline
package protocol ElementObserver: Sendable {
  /// Notifies the observer that an element is about to be removed, on the thread that mutates the array.
  func willRemove<Element>(_ element: Element)
}

/// The registry of the process-wide ``ElementObserver``.
package enum ElementObservers {
  private final class Box: Sendable {
    let observer: any ElementObserver

    init(_ observer: any ElementObserver) {
      self.observer = observer
    }
  }

  private static let installed = AtomicLazyReference<Box>()

  /// The observer, or `nil` if none is installed.
  package static var current: (any ElementObserver)? { installed.load()?.observer }

  /// Installs an observer, unless there already is one.
  package static func install(_ observer: some ElementObserver) {
    _ = installed.storeIfNil(Box(observer))
  }
}

extension IdentifiedArray {
  /// The observer, for a loop that loads it once for many elements.
  @usableFromInline var elementObserver: (any ElementObserver)? { ElementObservers.current }

  /// Notifies the observer, if there is one, that the elements at some positions are about to be removed.
  @usableFromInline
  func willRemove(at positions: Range<Int>) {
    guard let observer = ElementObservers.current else { return }
    for position in positions { observer.willRemove(elementsByID.values[position]) }
  }

  /// Notifies the observer, if there is one, that the element with an identifier is about to be removed.
  @usableFromInline
  func willRemove(id: ID) {
    guard let observer = ElementObservers.current, let index = elementsByID.index(forKey: id) else { return }
    observer.willRemove(elementsByID.values[index])
  }
}
