/// Whether a value is too large to be dumped as a whole. Looks at no more of it than it takes to know.
struct SizeEstimate {
  /// How many values inside of a value make it large.
  static let limit = 2_000

  private var left = limit

  static func isLarge(_ value: Any) -> Bool {
    var estimate = Self()
    estimate.visit(value)
    return estimate.left <= 0
  }

  private mutating func visit(_ value: Any) {
    left -= 1
    let mirror = Mirror(reflecting: value)
    // Objects may refer to one another in circles.
    guard left > 0, mirror.displayStyle != nil, mirror.displayStyle != .class else { return }
    for child in mirror.children {
      visit(child.value)
      guard left > 0 else { return }
    }
  }
}
