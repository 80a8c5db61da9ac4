import OrderedCollections

extension StackState {
  /// An element with its id. A toolkit stores one per screen of a stack. Components are equal if their ids are equal.
  public struct Component: Identifiable {
    /// The id of the element in the stack.
    public let id: StackElementID
    /// The element.
    public var element: Element

    /// Creates a component.
    public init(id: StackElementID, element: Element) {
      self.id = id
      self.element = element
    }
  }

  /// The stack as a collection of elements with their ids. A toolkit changes it as the user navigates. O(1).
  public var pathView: PathView {
    get { PathView(stack: self) }
    set { self = newValue.stack }
    _modify {
      var view = PathView(stack: self)
      // Emptied, because an edit of shared storage would copy it.
      self = StackState()
      defer { self = view.stack }
      yield &view
    }
  }

  /// A view of a stack as a collection of ``StackState/Component``s.
  public struct PathView: MutableCollection, RandomAccessCollection, RangeReplaceableCollection {
    fileprivate(set) var stack: StackState

    fileprivate init(stack: StackState) {
      self.stack = stack
    }

    /// Creates a view of an empty stack.
    public init() {
      self.init(stack: StackState())
    }

    /// Always 0, the position of the bottom element.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { stack.endIndex }

    /// The element at a position, with its id. Assigning a component with another id replaces the element and its id.
    /// If the id is elsewhere in the stack, the two elements change places, so that the stack can be sorted.
    public subscript(position: Int) -> Component {
      get {
        let (id, element) = stack.elements.elements[position]
        return Component(id: id, element: element)
      }
      set { stack.set(newValue.element, id: newValue.id, at: position) }
    }

    /// Replaces elements by others with their ids. An element whose id is already in the stack keeps its position.
    ///
    /// - Parameters:
    ///   - subrange: The positions of the removed elements.
    ///   - newElements: The new elements.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Component>) {
      stack.replace(subrange, with: newElements.lazy.map { ($0.id, $0.element) })
    }

    /// Removes the elements that satisfy a predicate. O(*n*).
    ///
    /// - Parameter shouldBeRemoved: The predicate.
    /// - Throws: Rethrows the errors of `shouldBeRemoved`. The stack is unchanged then.
    public mutating func removeAll(where shouldBeRemoved: (Component) throws -> Bool) rethrows {
      stack.removeAll(in: Set(try filter(shouldBeRemoved).map(\.id)))
    }
  }
}

extension StackState.Component: Hashable {
  /// Returns whether the ids are equal. The elements are ignored.
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
  /// Returns whether both have the same ids in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.stack.ids == rhs.stack.ids
  }
}
