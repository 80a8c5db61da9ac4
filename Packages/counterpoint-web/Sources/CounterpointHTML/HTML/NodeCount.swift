extension [HTML] {
  /// The number of elements and texts at any depth, as a browser parses the page; `nil` if the page has unescaped
  /// markup. O(size of the page).
  package var nodeCount: Int? {
    var count = 0
    for node in normalized() {
      count += 1
      guard case .element(let element) = node else { continue }
      switch element.content {
      case .void: break
      case .unescaped: return nil
      case .children(let children):
        guard let inner = children.nodeCount else { return nil }
        count += inner
      }
    }
    return count
  }
}
