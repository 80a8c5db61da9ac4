import CounterpointSupport

/// The stores of the features in a list or on a stack, one for each element.
///
/// A snapshot of the elements' ids at its creation; the stores are live. A store is created on demand, and is the
/// same one as long as it is held. Use the collection on the store's actor.
public struct StoreCollection<ElementID: Hashable, State, Action>: RandomAccessCollection {
  private let ids: [ElementID]
  private let makeStore: (ElementID) -> Store<State, Action>

  init<Container: ElementContainer<ElementID, State>, ContainerAction>(
    _ stores: ElementStores<Container, ContainerAction, Action>,
    at location: SourceLocation
  ) {
    let ids = stores.container.withState { $0.value.elementIDs }
    // A removed element without a known state needs a substitute.
    let substitute = ids.first.flatMap(stores.snapshot(id:))
    self.ids = ids
    self.makeStore = { id in
      if let store = stores.storeOrHeldStore(id: id) { return store }
      guard let substitute else { preconditionFailure("A collection of stores has elements and no substitute.") }
      reportGone(id, at: location)
      return stores.storeOfGoneElement(id: id, showing: substitute)
    }
  }

  /// 0.
  public var startIndex: Int { ids.startIndex }

  /// The number of elements in the snapshot.
  public var endIndex: Int { ids.endIndex }

  /// Returns the store of an element.
  ///
  /// If the element was removed since the collection was created, and its store is not held, an issue is reported.
  /// The store then shows the first element of the collection, and its actions reach the parent's reducer, which
  /// reports that the element is absent. Create the collection again for each display.
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public subscript(position: Int) -> Store<State, Action> {
    makeStore(ids[position])
  }
}

extension StoreCollection {
  /// Returns the id of an element without creating its store.
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public func id(at position: Int) -> ElementID { ids[position] }
}

private func reportGone(_ id: some Hashable, at location: SourceLocation) {
  reportIssue(
    """
    The store of a removed element was requested: the element with the id '\(id)' was removed after the collection of \
    stores was created, at \(location.fileID):\(location.line), and before its store was used.

    The returned store shows another element, and its actions find no element. Call 'scope' again for the current \
    elements, instead of keeping the collection.
    """,
    at: location
  )
}
