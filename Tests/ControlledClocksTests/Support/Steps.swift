/// A duration type other than the standard library's.
struct Steps: DurationProtocol, Hashable {
  var count: Int

  static let zero = Steps(count: 0)

  static func < (left: Steps, right: Steps) -> Bool { left.count < right.count }
  static func + (left: Steps, right: Steps) -> Steps { Steps(count: left.count + right.count) }
  static func - (left: Steps, right: Steps) -> Steps { Steps(count: left.count - right.count) }
  static func * (left: Steps, right: Int) -> Steps { Steps(count: left.count * right) }
  static func / (left: Steps, right: Int) -> Steps { Steps(count: left.count / right) }
  static func / (left: Steps, right: Steps) -> Double { Double(left.count) / Double(right.count) }
}
