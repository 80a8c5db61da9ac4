extension Effect.Operation {
  /// The ways to join operations. Both are associative, so joints of joints can be rearranged.
  enum Joint {
    case merge
    case concatenate
  }

  /// The largest number of parts that are copied when another part is added.
  private static var fanOut: Int { 32 }

  /// Joins operations in order.
  ///
  /// The parts of joined operations become parts of the result, at a depth of O(log n). A program that adds effects to
  /// an effect in a loop would otherwise nest them, and overflow the stack when they are started or released.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - joint: The way to join them.
  /// - Returns: The joined operation; `nil` if there are no operations.
  /// - Complexity: O(n + m log p), where n is the number of operations, m the number of those that are joined in the
  ///   same way, and p the number of their parts.
  static func joined(_ operations: [Self], by joint: Joint) -> Self? {
    guard operations.count > 1 else { return operations.first }
    guard operations.contains(where: { $0.parts(of: joint) != nil }) else { return make(operations, joint) }
    return joinedParts(of: operations, by: joint)
  }

  @inline(never)
  private static func joinedParts(of operations: [Self], by joint: Joint) -> Self? {
    var result: Self?
    // The operations since the last one that is joined in the same way.
    var simple: [Self] = []
    for operation in operations {
      guard operation.parts(of: joint) != nil else {
        simple.append(operation)
        continue
      }
      result = join(result, make(simple, joint), joint)
      simple = []
      result = join(result, operation, joint)
    }
    return join(result, make(simple, joint), joint)
  }

  private static func make(_ operations: [Self], _ joint: Joint) -> Self? {
    guard operations.count > 1 else { return operations.first }
    switch joint {
    case .merge: return .merge(operations)
    case .concatenate: return .concatenate(operations)
    }
  }

  private func parts(of joint: Joint) -> [Self]? {
    switch (self, joint) {
    case (.merge(let parts), .merge), (.concatenate(let parts), .concatenate): parts
    default: nil
    }
  }

  /// The number of levels of parts: 0 for an operation that is not joined in this way.
  private func height(_ joint: Joint) -> Int {
    var (height, operation) = (0, self)
    while let first = operation.parts(of: joint)?.first { (height, operation) = (height + 1, first) }
    return height
  }

  private static func join(_ first: Self?, _ second: Self?, _ joint: Joint) -> Self? {
    guard let first, let second else { return first ?? second }
    let pair = pair(first, second, (first.height(joint), second.height(joint)), joint)
    return pair.second.map { make([pair.first, $0], joint) } ?? pair.first
  }

  /// Joins two trees like those of a B-tree: the lower one becomes a part at the edge of the higher one.
  ///
  /// - Returns: One tree of the greater height, or two of them if the parts are too many for one.
  private static func pair(
    _ first: Self,
    _ second: Self,
    _ heights: (first: Int, second: Int),
    _ joint: Joint
  ) -> (first: Self, second: Self?) {
    let (left, right) = (first.parts(of: joint) ?? [], second.parts(of: joint) ?? [])
    if heights.first == heights.second {
      guard heights.first > 0 else { return (first, second) }
      return split(left, right, joint)
    }
    if heights.first > heights.second, let last = left.last {
      let joined = pair(last, second, (last.height(joint), heights.second), joint)
      return split(Array(left.dropLast()) + [joined.first], joined.second.map { [$0] } ?? [], joint)
    }
    guard let head = right.first else { return (first, second) }
    let joined = pair(first, head, (heights.first, heights.second - 1), joint)
    return split([joined.first], (joined.second.map { [$0] } ?? []) + right.dropFirst(), joint)
  }

  /// Returns a tree with all parts, or two trees if they are too many.
  private static func split(_ left: [Self], _ right: [Self], _ joint: Joint) -> (first: Self, second: Self?) {
    guard left.count + right.count > fanOut else { return (tree(left + right, joint), nil) }
    guard !right.isEmpty else { return (tree(left, joint), nil) }
    return (tree(left, joint), tree(right, joint))
  }

  /// Returns a tree, which has a single part if another one needs this height beside it.
  private static func tree(_ parts: [Self], _ joint: Joint) -> Self {
    switch joint {
    case .merge: .merge(parts)
    case .concatenate: .concatenate(parts)
    }
  }
}
