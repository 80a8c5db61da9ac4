import OrderedCollections
import Synchronization

/// A version of the elements of an identified array. Copies of the array share it; each mutation replaces it, except
/// a mutation of an element in place.
///
/// Two arrays with equal versions have the same identifiers in the same order. Comparing versions is O(1); comparing
/// the identifiers would be O(*n*).
@usableFromInline
package struct Membership: Hashable, Sendable {
  private var serial: UInt64

  /// Creates the version of an empty array.
  @usableFromInline
  package init() {
    serial = 0
  }

  @usableFromInline
  package mutating func change() {
    serial = Self.serials.add(1, ordering: .relaxed).newValue
  }

  private static let serials = Atomic<UInt64>(0)
}

extension IdentifiedArray {
  /// Calls a closure with the address of an element in the storage, or `nil` if there is none. O(1).
  package func withElement<Result>(id: ID, _ body: (UnsafePointer<Element>?) throws -> Result) rethrows -> Result {
    guard let index = index(id: id) else { return try body(nil) }
    return try unsafe elementsByID.values.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return try body(nil) }
      return try unsafe body(first + index)
    }
  }

  /// Records that a mutation in place has replaced an element, which by itself does not change the membership.
  @usableFromInline
  package mutating func noteReplacement() {
    currentMembership.change()
  }
}

// The two subscripts under other names, for a module that shadows them for some elements.

extension IdentifiedArray {
  /// The element with an identifier: `self[id: id]`.
  package subscript(element id: ID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
    _modify { yield &self[id: id] }
  }

  /// The element at a position: `self[position]`.
  package subscript(elementAt position: Int) -> Element {
    get { self[position] }
    set { self[position] = newValue }
    _modify { yield &self[position] }
  }
}

/// An observer that is notified before an element is removed or is replaced under its identifier.
///
/// See ``ElementObservers`` for the reason why there is one observer per process.
@usableFromInline
package protocol ElementObserver: Sendable {
  /// Notifies the observer that an element is about to be removed, on the thread that mutates the array.
  func willRemove<Element>(_ element: Element)

  /// Notifies the observer that an element is about to be replaced, on the thread that mutates the array.
  func willReplace<Element>(_ element: Element, with newElement: Element)
}

/// The registry of the process-wide ``ElementObserver``.
///
/// The owner is `CounterpointCore`, which installs its observer with the first watched child state.
/// The observer stays installed.
///
/// The hook is process-wide because an array is a value without a reference to its store. The last state of a removed
/// element is available only in the array. A copy of the array from before the action would force each action to copy
/// the elements.
///
/// Without an observer, the cost is one atomic load per removal or replacement. An observer adds one dynamic call per
/// affected element, which reads a thread-local.
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

  /// Notifies the observer, if there is one, that the element with the identifier of a new one is about to be replaced.
  @usableFromInline
  func willReplace(with newElement: Element) {
    guard let observer = ElementObservers.current, let index = elementsByID.index(forKey: newElement[keyPath: id])
    else { return }
    observer.willReplace(elementsByID.values[index], with: newElement)
  }
}
