import CounterpointTestSupport
import Testing

@testable import CounterpointCore

/// Effects that are joined one by one are as good as those that are joined at once.
@MainActor
@Suite struct EffectJoiningTests {
  enum Way: String, CaseIterable {
    case behind, before, method, threes
  }

  /// Joins effects in a loop, as a reducer does that collects them.
  private func joined(
    _ effects: [Effect<Int>],
    _ way: Way,
    by join: ([Effect<Int>]) -> Effect<Int>,
    method: (Effect<Int>, Effect<Int>) -> Effect<Int>
  ) -> Effect<Int> {
    switch way {
    case .behind: effects.reduce(.none) { join([$0, $1]) }
    case .before: effects.reversed().reduce(.none) { join([$1, $0]) }
    case .method: effects.reduce(.none, method)
    case .threes: effects.reduce(.none) { join([.none, $0, $1, .none]) }
    }
  }

  /// The actions that a store handles for an effect.
  private func actions(of effect: Effect<Int>) async -> [Int] {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        guard action >= 0 else { return effect }
        state.append(action)
        return .none
      }
    }
    await store.send(-1).finish()
    return store.withState { $0 }
  }

  /// Nested effects would overflow the stack: 10,000 merges, or 5,000 concatenations. Their cost was quadratic before.
  @Test(arguments: Way.allCases) func loopsNestNoEffects(way: Way) async {
    let sends = (0..<20_000).map { Effect<Int>.send($0) }
    let merged = joined(sends, way, by: { .merge($0) }, method: { $0.merge(with: $1) })
    #expect(await actions(of: merged) == Array(0..<20_000))
    // Transforming, scheduling and releasing it follow the nesting, too.
    #expect(await actions(of: merged.map { $0 + 1 }.cancellable(id: "a")) == Array(1...20_000))
    let following = joined(sends, way, by: { .concatenate($0) }, method: { $0.concatenate(with: $1) })
    #expect(await actions(of: following.map { $0 + 1 }) == Array(1...20_000))
  }

  @Test func concatenatedTasksStayInOrder() async {
    let runs = (0..<300).map { number in Effect<Int>.run { send in await send(number) } }
    for way in Way.allCases {
      let effect = joined(runs, way, by: { .concatenate($0) }, method: { $0.concatenate(with: $1) })
      #expect(await actions(of: effect) == Array(0..<300), "\(way)")
    }
  }

  /// Joins random groups of effects, of both kinds and at random depth. The order of sends is that of their numbers.
  @Test(arguments: 1...40) func randomJointsKeepTheOrder(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    var effects = (0..<Int.random(in: 1...3_000, using: &generator)).map { Effect<Int>.send($0) }
    let count = effects.count
    while effects.count > 1 {
      let start = Int.random(in: 0..<effects.count - 1, using: &generator)
      let longest = [3, 8, 100].randomElement(using: &generator) ?? 3
      let length = Int.random(in: 2...longest, using: &generator)
      let group = effects[start..<min(effects.count, start + length)]
      // Mostly of one kind, so that large joints of the same kind meet.
      let isMerge = Int.random(in: 0..<10, using: &generator) > 0
      effects.replaceSubrange(start..<start + group.count, with: [isMerge ? .merge(group) : .concatenate(group)])
    }
    #expect(await actions(of: effects[0]) == Array(0..<count))
  }

  @Test func aJointOfOneIsTheEffectItself() async {
    #expect(await actions(of: .merge(.none, .send(1), .none)) == [1])
    #expect(await actions(of: .concatenate(.merge(.send(1), .send(2)), .none)) == [1, 2])
    #expect(await actions(of: .merge([.none, .none])) == [])
  }
}
