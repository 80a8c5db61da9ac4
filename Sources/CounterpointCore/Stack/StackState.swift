import CounterpointSupport
import IdentifiedArrays
public import OrderedCollections

/// The states of the features on a navigation stack, from the lowest to the topmost, each with an id of its own.
///
/// ```swift
/// struct State {
///   var path = StackState<Path.State>()
/// }
/// state.path.append(.detail(Detail.State()))
/// state.path[id: id]?.title = "Fugue"
/// ```
///
/// An element gets its id when it is added, and keeps it; ids are never reused. Finding and editing an element by id
/// is O(1), in place.
public struct StackState<Element> {
  private(set) var elements: OrderedDictionary<StackElementID, Element>

  /// Tells whether elements have come, gone or been replaced.
  private(set) var membership = Membership()

  /// Makes an empty stack.
  public init() {
    elements = [:]
  }

  /// The ids of the elements, from the lowest to the topmost. Asking whether an id is among them takes O(1).
  public var ids: OrderedSet<StackElementID> { elements.keys }

  /// The element with an id; `nil` if there is none. O(1); removal is O(*n*).
  ///
  /// Assigning an element replaces the one with the id. Assigning `nil` removes it. Edits are in place.
  ///
  /// An element can't be assigned to an absent id: nothing changes, and an issue is reported. Append it instead,
  /// which assigns an id. In tests, where ids are predictable, the element is appended, so that a test can write
  /// `$0.path[id: 0] = …`.
  ///
  /// - Parameter id: The id.
  public subscript(
    id id: StackElementID,
    fileID fileID: CallerText = #fileID,
    filePath filePath: CallerText = #filePath,
    line line: CallerNumber = #line,
    column column: CallerNumber = #column
  ) -> Element? {
    get { elements[id] }
    set {
      set(newValue, id: id, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    _modify {
      guard contains(id) else {
        var element: Element?
        // In a defer, so that an edit that throws counts too.
        defer {
          if element != nil {
            set(element, id: id, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
          }
        }
        yield &element
        return
      }
      let identity = willEdit(id)
      defer { didEdit(id, identity) }
      yield &elements[id]
    }
  }

  /// Removes an element and all above it. Does nothing if there is none with the id.
  ///
  /// - Parameter id: The id of the lowest element to remove.
  public mutating func pop(from id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    noteDeparture(index..<elements.count)
    elements.removeSubrange(index...)
    membership.change()
  }

  /// Removes all elements above one. Does nothing if there is none with the id.
  ///
  /// - Parameter id: The id of the element that will be the topmost.
  public mutating func pop(to id: StackElementID) {
    guard let index = elements.index(forKey: id), index + 1 < elements.count else { return }
    noteDeparture(index + 1..<elements.count)
    elements.removeSubrange((index + 1)...)
    membership.change()
  }

  /// Puts an element on top, or in the place of the one with the id.
  mutating func push(_ element: Element, id: StackElementID) {
    noteDeparture(id)
    elements[id] = element
    membership.change()
  }

  /// Puts other elements, under new ids of their own or those that they bring along, in the place of some.
  mutating func replace(_ range: Range<Int>, with components: some Sequence<(id: StackElementID, element: Element)>) {
    noteDeparture(range)
    elements.removeSubrange(range)
    var index = range.lowerBound
    for (id, element) in components {
      // An id that is in the stack already stays where it is, with the new element.
      noteDeparture(id)
      let (old, _) = elements.updateValue(element, forKey: id, insertingAt: index)
      if old == nil { index += 1 }
    }
    membership.change()
  }

  /// Tells the store that is reducing which elements are about to go.
  private func noteDeparture(_ positions: Range<Int>) {
    guard let watched = WatchedStates.current else { return }
    for position in positions { watched.depart(elements.values[position]) }
  }

  private func noteDeparture(_ id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    noteDeparture(index..<index + 1)
  }

  /// Whether there is an element with an id. O(1).
  func contains(_ id: StackElementID) -> Bool {
    elements.index(forKey: id) != nil
  }

  /// Runs an edit of an element in place.
  ///
  /// - Returns: What `edit` returned; `nil` if there is no element with the id.
  mutating func edit<Result>(_ id: StackElementID, _ edit: (inout Element) -> Result) -> Result? {
    guard let index = elements.index(forKey: id) else { return nil }
    let identity = willEdit(id)
    defer { didEdit(id, identity) }
    // By its position: the subscript by id takes the element out of its place, and it may be bigger than the stack.
    return edit(&elements.values[index])
  }

  /// Prepares an edit in place.
  ///
  /// - Returns: The identity of the element, if it is observable state.
  private mutating func willEdit(_ id: StackElementID) -> ObservableStateID? {
    guard let tracker = IdentityTracker<Element>.known, let index = elements.index(forKey: id) else { return nil }
    tracker.track(&elements.values[index], isObserved: false, edit: { _ in }, replaced: { _ in })
    return identity(id, tracker)
  }

  /// Records an edit in place, so that the stack's observers are notified if the element was removed or replaced.
  private mutating func didEdit(_ id: StackElementID, _ old: ObservableStateID?) {
    if !contains(id) {
      membership.change()
    } else if let old, let tracker = IdentityTracker<Element>.known, let new = identity(id, tracker) {
      if new != old {
        membership.change()
      } else if new.isEditedCopy, let index = elements.index(forKey: id) {
        StateChanges.current?.noteCopies()
        withAddress(of: &elements.values[index]) { tracker.willModify($0) }
      }
    }
  }

  private mutating func identity(_ id: StackElementID, _ tracker: IdentityTracker<Element>) -> ObservableStateID? {
    guard let index = elements.index(forKey: id) else { return nil }
    return withAddress(of: &elements.values[index]) { tracker.id(of: $0.reading) }
  }

  mutating func set(
    _ element: Element?,
    id: StackElementID,
    isTesting: Bool = CounterpointCore.isTesting,
    at location: SourceLocation
  ) {
    guard let element else {
      noteDeparture(id)
      if elements.removeValue(forKey: id) != nil { membership.change() }
      return
    }
    guard contains(id) || isTesting else {
      return reportIssue(
        """
        Can't assign element at missing ID: the stack has no element with the id \(id), so there is nothing to replace, \
        and nothing was changed. Its ids are \(Array(ids)).

        To put an element on top, append it: 'path.append(…)' gives it an id.
        """,
        at: location
      )
    }
    push(element, id: id)
  }
}

extension StackState: Sendable where Element: Sendable {}
