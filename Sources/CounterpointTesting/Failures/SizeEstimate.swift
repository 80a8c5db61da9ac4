/// An estimate of whether a value is too large for a dump. It visits a bounded part of the value.
struct SizeEstimate {
  /// The number of nested values from which a value is large.
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
    // References can be cyclic.
    guard left > 0, mirror.displayStyle != nil, mirror.displayStyle != .class else { return }
    for child in mirror.children {
      visit(child.value)
      guard left > 0 else { return }
    }
  }
}
