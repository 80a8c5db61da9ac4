import DependencyInjection

/// A number that tests override.
enum NumberKey: TestDependencyKey {
  static let testValue = 0
}

/// A key without a test value.
struct Pair: DependencyKey {
  var first = 0
  var second = 0
  static let liveValue = Pair()
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var pair: Pair {
    get { self[Pair.self] }
    set { self[Pair.self] = newValue }
  }
}
