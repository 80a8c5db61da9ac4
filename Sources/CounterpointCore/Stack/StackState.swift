public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
import IdentifiedArrays
public import OrderedCollections

/// The states of the features on a navigation stack, from the bottom to the top, each with a unique id.
///
/// ```swift
/// struct State {
///   var path = StackState<Path.State>()
/// }
/// state.path.append(.detail(Detail.State()))
/// state.path[id: id]?.title = "Fugue"
/// ```
///
/// An element gets its id when it is added, and keeps it. Ids are never reused. A stack that is created from elements
/// of another one, as in `StackState(path.dropLast())`, gives them new ids: use the functions that remove elements
/// instead. Finding and editing an element by id is O(1), and edits are in place.
public struct StackState<Element> {
  private(set) var elements: OrderedDictionary<StackElementID, Element>

  /// The identity of the membership. It changes when elements are added, removed or replaced.
  private(set) var membership = Membership()

  /// Creates an empty stack.
  public init() {
    elements = [:]
  }

  /// The ids of the elements, from the bottom to the top. Testing for an id is O(1).
  public var ids: OrderedSet<StackElementID> { elements.keys }

  /// The element with an id; `nil` if there is none. O(1); removal is O(*n*).
  ///
  /// Assigning an element replaces the one with the id. Assigning `nil` removes it. Edits are in place.
  ///
  /// Assigning an element to an absent id changes nothing, and is reported as an issue: append the element instead. In
  /// tests, where ids are predictable, the element is appended, so that a test can write `$0.path[id: 0] = …`.
  ///
  /// - Parameter id: The id.
  public subscript(
    id id: StackElementID,
    fileID fileID: _CallerText = #fileID,
    filePath filePath: _CallerText = #filePath,
    line line: _CallerNumber = #line,
    column column: _CallerNumber = #column
  ) -> Element? {
    get { elements[id] }
    set {
      set(newValue, id: id, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    _modify {
      guard contains(id) else {
        var element: Element?
        // In a defer statement, because an edit that throws must be written back too.
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
    noteRemoval(index..<elements.count)
    elements.removeSubrange(index...)
    membership.change()
  }

  /// Removes all elements above one. Does nothing if there is none with the id.
  ///
  /// - Parameter id: The id of the new top element.
  public mutating func pop(to id: StackElementID) {
    guard let index = elements.index(forKey: id), index + 1 < elements.count else { return }
    noteRemoval(index + 1..<elements.count)
    elements.removeSubrange((index + 1)...)
    membership.change()
  }

  /// Appends an element, or replaces the element with the id.
  mutating func push(_ element: Element, id: StackElementID) {
    noteReplacement(id, with: element)
    elements[id] = element
    membership.change()
  }

  /// Replaces elements by others with the given ids.
  mutating func replace(_ range: Range<Int>, with components: some Sequence<(id: StackElementID, element: Element)>) {
    noteRemoval(range)
    elements.removeSubrange(range)
    var index = range.lowerBound
    for (id, element) in components {
      // If the id is present, its element is replaced at its position.
      noteReplacement(id, with: element)
      let (old, _) = elements.updateValue(element, forKey: id, insertingAt: index)
      if old == nil { index += 1 }
    }
    membership.change()
  }

  /// Replaces the element at a position by one with an id. An element with this id elsewhere changes places with it.
  mutating func set(_ element: Element, id: StackElementID, at position: Int) {
    guard let known = elements.index(forKey: id) else {
      return replace(position..<position + 1, with: CollectionOfOne((id: id, element: element)))
    }
    elements.swapAt(known, position)
    push(element, id: id)
  }

  /// Notifies the reducing store of elements that are about to be removed.
  private func noteRemoval(_ positions: Range<Int>) {
    guard let removals = RemovalRegistry.current else { return }
    for position in positions { removals.willRemove(elements.values[position]) }
  }

  private func noteRemoval(_ id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    noteRemoval(index..<index + 1)
  }

  private func noteReplacement(_ id: StackElementID, with element: Element) {
    guard let removals = RemovalRegistry.current, let index = elements.index(forKey: id) else { return }
    removals.willReplace(elements.values[index], with: element)
  }

  /// Returns whether there is an element with an id. O(1).
  func contains(_ id: StackElementID) -> Bool {
    elements.index(forKey: id) != nil
  }

  /// Edits an element in place.
  ///
  /// - Returns: The result of `edit`; `nil` if there is no element with the id.
  mutating func edit<Result>(_ id: StackElementID, _ edit: (inout Element) -> Result) -> Result? {
    guard let index = elements.index(forKey: id) else { return nil }
    let identity = willEdit(id)
    defer { didEdit(id, identity) }
    // By its position, because the subscript by id moves the element, which may be bigger than the thread's stack.
    return edit(&elements.values[index])
  }

  /// Prepares an edit in place.
  ///
  /// - Returns: The identity of the element, if it is observable state.
  private mutating func willEdit(_ id: StackElementID) -> ObservableStateID? {
    guard let tracker = IdentityTracker<Element>.cached, let index = elements.index(forKey: id) else { return nil }
    withAddress(of: &elements.values[index]) { tracker.willModify($0) }
    return identity(id, tracker)
  }

  /// Records the result of an edit in place: the stack's observers are notified if the element was removed or replaced.
  private mutating func didEdit(_ id: StackElementID, _ old: ObservableStateID?) {
    if !contains(id) {
      membership.change()
    } else if let old, let tracker = IdentityTracker<Element>.cached, let new = identity(id, tracker) {
      if new != old {
        RemovalRegistry.current?.noteReplacement(of: old, by: new)
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
      noteRemoval(id)
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

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// Always 0, the position of the bottom element.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { elements.count }

  /// The element at a position. To edit it, use its id: `path[id: path.ids[position]]`.
  public subscript(position: Int) -> Element {
    elements.values[position]
  }

  /// Replaces elements by new ones, which get new ids. O(*n*); amortized O(1) per appended element.
  ///
  /// - Parameters:
  ///   - subrange: The positions of the removed elements.
  ///   - newElements: The new elements.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    let generator = StackElementIDGenerator.current, last = ids.last
    let new = newElements.map { element in
      var id = generator.next(after: last)
      while contains(id) { id = generator.next(after: id) }
      return (id: id, element: element)
    }
    replace(subrange, with: new)
  }

  /// Removes the elements that satisfy a predicate. The others keep their ids. O(*n*).
  ///
  /// - Parameter shouldBeRemoved: The predicate.
  /// - Throws: Rethrows the errors of `shouldBeRemoved`. The stack is unchanged then.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    removeAll(in: Set(try elements.filter { try shouldBeRemoved($0.value) }.keys))
  }

  /// Removes the elements with some ids.
  mutating func removeAll(in ids: Set<StackElementID>) {
    if ids.isEmpty { return }
    for id in ids { noteRemoval(id) }
    elements.removeAll { ids.contains($0.key) }
    membership.change()
  }

  /// Returns the elements that satisfy a predicate, with their ids. O(*n*).
  ///
  /// - Parameter isIncluded: The predicate.
  /// - Throws: Rethrows the errors of `isIncluded`.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    result.elements = try elements.filter { try isIncluded($0.value) }
    if result.count < count { result.membership.change() }
    return result
  }

  /// Removes all elements. O(*n*).
  ///
  /// - Parameter keepCapacity: Ignored, because stacks are small.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    replace(0..<count, with: [])
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of elements, which get new ids.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState where Element: CasePathable {
  /// The payload of an element's case; `nil` in another case, or if there is no element with the id.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.title = "Fugue"
  /// ```
  ///
  /// Edits are in place. Assigning `nil` removes the element. Writing to another case, or to an absent element,
  /// changes nothing and is reported as an issue.
  ///
  /// - Parameters:
  ///   - id: The element's id.
  ///   - keyPath: The case.
  public subscript<Member>(
    id id: StackElementID,
    case keyPath: CaseKeyPath<Element, Member>,
    fileID fileID: _CallerText = #fileID,
    filePath filePath: _CallerText = #filePath,
    line line: _CallerNumber = #line,
    column column: _CallerNumber = #column
  ) -> Member? {
    get { elements[id].flatMap(AnyCasePath(keyPath).extract) }
    _modify {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &self[id: id][case: keyPath, at: location]
    }
  }
}

extension StackState: Equatable where Element: Equatable {
  /// Returns whether both have the same ids and equal elements in the same order. O(*n*); O(1) for unchanged copies.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements == rhs.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the ids and the elements, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension StackState: CustomStringConvertible, CustomReflectable {
  /// The elements: `[a, b]`.
  public var description: String { elements.values.elements.description }

  /// The elements with their ids.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements.map { ($0.key, $0.value) }, displayStyle: .dictionary)
  }
}

extension StackState: _IdentityTracked where Element: ObservableState {
  /// The identity of the membership: it changes when elements are added, removed or replaced. O(1).
  public var _$identity: _MembershipIdentity { _MembershipIdentity(membership) }

  /// Does nothing, because it is unknown which element will be edited.
  public mutating func _$willModify() {}

  /// Always `false`, because each element is checked after its own edit.
  public var _$isEditedCopy: Bool { false }

  /// Compares the elements pairwise, unless both stacks share their storage. O(*n*).
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard membership == previous.membership else { return true }
    if elements.values.sharesStorage(with: previous.elements.values) { return false }
    return zip(self, previous).reduce(false) { $1.0._$noteDifferences(from: $1.1) || $0 }
  }
}
