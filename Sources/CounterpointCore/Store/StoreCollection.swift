/// The stores of the features in a list or on a stack, one for each element.
///
/// A snapshot of the elements' ids as they were when the collection was made; the stores are live. A store is made when it is
/// asked for, and is the same one as long as somebody holds it. Use the collection on the store's actor.
public struct StoreCollection<ElementID: Hashable, State, Action>: RandomAccessCollection {
  private let ids: [ElementID]
  private let makeStore: (ElementID) -> Store<State, Action>?

  init<Container: ElementContainer<ElementID, State>, ContainerAction>(
    _ stores: ElementStores<Container, ContainerAction, Action>
  ) {
    self.ids = unsafe stores.container.withState { unsafe $0.pointee.elementIDs }
    self.makeStore = stores.store(id:)
  }

  /// 0.
  public var startIndex: Int { ids.startIndex }

  /// The number of elements in the snapshot.
  public var endIndex: Int { ids.endIndex }

  /// The store of an element.
  ///
  /// The element must not have been removed since the collection was made: what is read from the store would have never been
  /// seen. Make the collection anew when you show it again.
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public subscript(position: Int) -> Store<State, Action> {
    guard let store = makeStore(ids[position]) else {
      fatalError(
        """
        The element with the id \(ids[position]) was removed after this collection of stores was made. Call 'scope' again \
        for the current elements, instead of keeping the collection.
        """
      )
    }
    return store
  }
}

extension StoreCollection {
  /// The id of an element, without making its store.
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public func id(at position: Int) -> ElementID { ids[position] }
}
