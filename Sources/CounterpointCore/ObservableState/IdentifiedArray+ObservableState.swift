public import IdentifiedArrays

// The subscripts of identified arrays. They also notice when an edit in place replaces an element, and notify
// observers of the old one.

extension IdentifiedArray where Element: ObservableState {
  /// The element with an id, or `nil` if there is none.
  ///
  /// Assigning an element replaces the element with the id in place, or appends it. Assigning `nil` removes it. Edits
  /// are in place. O(1); removal is O(*n*).
  ///
  /// - Parameter id: The id.
  public subscript(id id: ID) -> Element? {
    get { self[element: id] }
    set { self[element: id] = newValue }
    _modify {
      self[element: id]?._$willModify()
      let identity = self[element: id]?._$id
      defer { didEdit(at: index(id: id), identity) }
      yield &self[element: id]
    }
  }

  /// The element at a position. Assigning an element whose id is at another position first swaps the two. Edits are
  /// in place. O(1).
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public subscript(position: Int) -> Element {
    get { self[elementAt: position] }
    set { self[elementAt: position] = newValue }
    _modify {
      self[elementAt: position]._$willModify()
      let identity = self[elementAt: position]._$id
      defer { didEdit(at: position, identity) }
      yield &self[elementAt: position]
    }
  }

  /// Notes what an edit in place has done to an element.
  private mutating func didEdit(at position: Int?, _ old: ObservableStateID?) {
    let new = position.map { self[elementAt: $0]._$id }
    if new != old { return noteReplacement() }
    guard let position, let new, new.isEditedCopy else { return }
    StateChanges.current?.noteCopies()
    self[elementAt: position]._$willModify()
  }
}
