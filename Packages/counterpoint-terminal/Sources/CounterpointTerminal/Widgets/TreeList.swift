/// A list of the visible rows of a tree, whose branches the user expands and collapses.
///
/// ```swift
/// let rows = tree.rows(of: roots, id: \.path, children: \.files)
/// tree.handle(event, rows: rows, height: size.rows)
/// tree.screen(of: rows, size: size) { StyledText($0.name) }
/// // › ▾ Sources
/// //     ▸ Core
/// //       main.swift
/// ```
///
/// The value holds the expanded branches and the selection, but not the tree.
public struct TreeList<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A visible row of a tree.
  public struct Row<Element>: Identifiable {
    /// The element of the row.
    public let element: Element
    /// The id of the element.
    public let id: ID
    /// The number of branches above the row.
    public let depth: Int
    /// Whether the branch is expanded; `nil` for a leaf.
    public let isExpanded: Bool?
  }

  /// The result of an event that the tree handles.
  public enum Outcome: Hashable, Sendable {
    /// This row is selected now.
    case selected(ID)
    /// This branch is expanded now.
    case expanded(ID)
    /// This branch is collapsed now.
    case collapsed(ID)
    /// Nothing has changed.
    case unchanged
  }

  /// A command of the tree besides the movements of a ``ScrollingList``.
  public enum Command: Hashable, Sendable {
    /// Expands the selected branch, or selects its first child.
    case expand
    /// Collapses the selected branch, or selects the branch above.
    case collapse
    /// Expands or collapses the selected branch.
    case toggle
  }

  /// The ids of the expanded branches.
  public var expanded: Set<ID>

  private var list = ScrollingList()

  /// Creates a tree.
  ///
  /// - Parameter expanded: The ids of the expanded branches.
  public init(expanded: Set<ID> = []) { self.expanded = expanded }

  /// The keys of the tree, besides those of a ``ScrollingList``.
  public static var keys: KeyMap<Command> {
    [
      KeyBinding(.right, title: "Expand", action: .expand), KeyBinding(.left, title: "Collapse", action: .collapse),
      KeyBinding(.enter, " ", title: "Expand or collapse", visibility: .help, action: .toggle),
    ]
  }

  /// Returns the visible rows of a tree.
  ///
  /// - Parameters:
  ///   - roots: The elements without a parent.
  ///   - id: Returns the id of an element, which is unique in the tree.
  ///   - children: Returns the children of a branch; `nil` for a leaf. Called once for each visible row.
  /// - Complexity: O(n), where n is the number of visible rows.
  public func rows<Element>(
    of roots: [Element],
    id: (Element) -> ID,
    children: (Element) -> [Element]?
  ) -> [Row<Element>] {
    var rows: [Row<Element>] = []
    // The elements that are not in `rows` yet, the next one last. Without recursion, a deep tree needs no deep stack.
    var remaining = roots.reversed().map { (element: $0, depth: 0) }
    while let (element, depth) = remaining.popLast() {
      let (elementID, branch) = (id(element), children(element))
      let isExpanded = branch.map { _ in expanded.contains(elementID) }
      rows.append(Row(element: element, id: elementID, depth: depth, isExpanded: isExpanded))
      if isExpanded == true, let branch { remaining += branch.reversed().map { (element: $0, depth: depth + 1) } }
    }
    return rows
  }

  /// Returns the selected row; `nil` if the tree is empty.
  public func selectedRow<Element>(of rows: [Row<Element>]) -> Row<Element>? {
    list.selectedRow(count: rows.count).map { rows[$0] }
  }

  /// Moves the selection, or expands and collapses branches. A click on a branch expands or collapses it.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the tree.
  ///   - rows: The visible rows.
  ///   - height: The number of rows that fit.
  /// - Returns: The outcome; `nil` if the tree ignores the event or is empty.
  @discardableResult
  public mutating func handle<Element>(_ event: TerminalEvent, rows: [Row<Element>], height: Int) -> Outcome? {
    guard let position = list.selectedRow(count: rows.count) else { return nil }
    if let command = Self.keys.action(for: event) { return perform(command, at: position, in: rows) }
    guard let outcome = list.handle(event, count: rows.count, height: height) else { return nil }
    if case .mouse(let mouse) = event, mouse.kind == .press(.left), rows[list.selection].isExpanded != nil {
      return perform(.toggle, at: list.selection, in: rows)
    }
    guard case .selected(let position) = outcome else { return .unchanged }
    return .selected(rows[position].id)
  }

  /// Returns the visible rows as a part of the screen.
  ///
  /// - Parameters:
  ///   - rows: The visible rows.
  ///   - size: The available space.
  ///   - row: Creates the text of an element. Called once for each row that fits.
  public func screen<Element>(
    of rows: [Row<Element>],
    size: TerminalSize,
    row: (Element) -> StyledText
  ) -> Screen {
    list.screen(of: rows, size: size) { visible in
      let sign = visible.isExpanded.map { $0 ? "▾ " : "▸ " } ?? "  "
      return StyledText.blanks(visible.depth * 2) + StyledText(sign).styled(Theme.current.accent) + row(visible.element)
    }
  }

  private mutating func perform<Element>(_ command: Command, at position: Int, in rows: [Row<Element>]) -> Outcome {
    let row = rows[position]
    switch (command, row.isExpanded) {
    case (.expand, false?), (.toggle, false?):
      expanded.insert(row.id)
      return .expanded(row.id)
    case (.collapse, true?), (.toggle, true?):
      expanded.remove(row.id)
      return .collapsed(row.id)
    case (.expand, true?):
      let child = position + 1
      return child < rows.count && rows[child].depth > row.depth ? select(child, in: rows) : .unchanged
    case (.collapse, _):
      return rows[..<position].lastIndex { $0.depth < row.depth }.map { select($0, in: rows) } ?? .unchanged
    case (.expand, nil), (.toggle, nil): return .unchanged
    }
  }

  private mutating func select<Element>(_ position: Int, in rows: [Row<Element>]) -> Outcome {
    list = ScrollingList(selection: position, firstRow: list.firstRow)
    return .selected(rows[position].id)
  }
}

extension TreeList.Row: Equatable where Element: Equatable {}
extension TreeList.Row: Sendable where Element: Sendable {}
