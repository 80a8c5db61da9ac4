import OrderedCollections
import Synchronization

/// Is told which elements go, before they do: removed, or replaced under their id.
///
/// There is one for the whole program, because arrays know of nobody that they belong to.
@usableFromInline
package protocol ElementObserver: Sendable {
  /// An element of an array is about to go. On the thread that changes the array.
  func willRemove<Element>(_ element: Element)
}

/// Where identified arrays find the ``ElementObserver``.
package enum ElementObservers {
  private final class Box: Sendable {
    let observer: any ElementObserver

    init(_ observer: any ElementObserver) {
      self.observer = observer
    }
  }

  private static let installed = AtomicLazyReference<Box>()

  /// The observer, `nil` until there is one.
  package static var current: (any ElementObserver)? { installed.load()?.observer }

  /// Has an observer told from now on, unless there is one already.
  package static func install(_ observer: some ElementObserver) {
    _ = installed.storeIfNil(Box(observer))
  }
}

extension IdentifiedArray {
  /// The observer, looked for once for many elements.
  @usableFromInline var elementObserver: (any ElementObserver)? { ElementObservers.current }

  /// Tells the observer, if there is one, that the elements at some positions are about to go.
  @usableFromInline
  func willRemove(at positions: Range<Int>) {
    guard let observer = ElementObservers.current else { return }
    for position in positions { observer.willRemove(elementsByID.values[position]) }
  }

  /// Tells the observer, if there is one, that the element with an id, if there is one, is about to go.
  @usableFromInline
  func willRemove(id: ID) {
    guard let observer = ElementObservers.current, let index = elementsByID.index(forKey: id) else { return }
    observer.willRemove(elementsByID.values[index])
  }
}
