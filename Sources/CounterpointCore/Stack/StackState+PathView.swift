import OrderedCollections

extension StackState {
  /// An element with its id: what a toolkit keeps for each screen of a stack. Two are equal if their ids are.
  public struct Component: Identifiable {
    /// The id of the element in the stack.
    public let id: StackElementID
    /// The element.
    public var element: Element

    /// Puts an element and its id together.
    public init(id: StackElementID, element: Element) {
      self.id = id
      self.element = element
    }
  }

  /// The stack as a collection of elements with their ids, which a toolkit can change as its user goes back and forth.
  ///
  /// O(1).
  public var pathView: PathView {
    get { PathView(stack: self) }
    set { self = newValue.stack }
    _modify {
      var view = PathView(stack: self)
      // Both would share the storage while the view is edited, and the edit would copy it.
      self = StackState()
      defer { self = view.stack }
      yield &view
    }
  }

  /// A view on a stack whose elements are ``StackState/Component``s.
  public struct PathView: MutableCollection, RandomAccessCollection, RangeReplaceableCollection {
    fileprivate(set) var stack: StackState

    fileprivate init(stack: StackState) {
      self.stack = stack
    }

    /// A view on an empty stack.
    public init() {
      self.init(stack: StackState())
    }

    /// Always 0, the lowest element.
    public var startIndex: Int { 0 }

    /// One more than the position of the topmost element.
    public var endIndex: Int { stack.endIndex }

    /// The element at a position, with its id. Assigning one with another id puts that in the place of the old one.
    public subscript(position: Int) -> Component {
      get {
        let (id, element) = stack.elements.elements[position]
        return Component(id: id, element: element)
      }
      set { replaceSubrange(position..<(position + 1), with: CollectionOfOne(newValue)) }
    }

    /// Replaces elements by others with their ids. An element whose id is already in the stack keeps its position.
    ///
    /// - Parameters:
    ///   - subrange: The positions of the removed elements.
    ///   - newElements: The new elements.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Component>) {
      stack.replace(subrange, with: newElements.lazy.map { ($0.id, $0.element) })
    }
  }
}

extension StackState.Component: Hashable {
  /// Whether the ids are equal; the elements don't matter.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension StackState.Component: Sendable where Element: Sendable {}
extension StackState.PathView: Sendable where Element: Sendable {}
extension StackState.PathView: Equatable {
  /// Whether both have the same ids in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.stack.ids == rhs.stack.ids
  }
}
