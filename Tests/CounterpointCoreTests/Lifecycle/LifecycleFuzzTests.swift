@testable import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Testing

/// After any action the mounted features are those in the state, and each was mounted once.
@MainActor
@Suite struct LifecycleFuzzTests {
  typealias Middle = Branch<Noted<Twig>>
  typealias Outer = Branch<Noted<Middle>>

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theMountedFeaturesAreThoseInTheState(seed: UInt64) {
    var random = RepeatableRandom(seed: seed)
    let log = Recorder<String>()
    let store = Store(initialState: Outer.State(), on: MainActor.shared) {
      Noted("", log, Outer(child: Noted("", log, Middle(child: Noted("", log, Twig())))))
    }
    var mounted: Set<String> = []
    var checked = 0
    for step in 1...60 {
      store.send(Self.action(store.withState { $0 }, &random))
      for entry in log.entries.dropFirst(checked) {
        let id = String(entry.dropFirst())
        let isMount = entry.hasPrefix("+")
        #expect(mounted.contains(id) != isMount, "\(entry) in step \(step) of seed \(seed)")
        if isMount { mounted.insert(id) } else { mounted.remove(id) }
      }
      checked = log.entries.count
      #expect(mounted == store.withState { Self.features(in: $0) }, "step \(step) of seed \(seed)")
    }
    // Enough happened.
    #expect(checked > 60)
  }

  /// The ids of all features. Those of each place differ from those of all others.
  private nonisolated static func features(in state: Outer.State) -> Set<String> {
    let middles = children(of: state)
    let ids = [state.id] + middles.map(\.id) + middles.flatMap { children(of: $0).map(\.id) }
    return Set(ids.map { "\($0)" })
  }

  private nonisolated static func children<Child>(of state: Branch<Child>.State) -> [Child.State] {
    [state.optional, state.presented].compactMap { $0 } + state.rows.elements + Array(state.path)
  }

  /// Returns an action that changes some children of the root or of one of its children.
  private nonisolated static func action(_ state: Outer.State, _ random: inout RepeatableRandom) -> Outer.Action {
    let position = Position.allCases.randomElement(using: &random) ?? .own
    let seed = UInt64.random(in: .min ... .max, using: &random)
    let isInside = Bool.random(using: &random)
    if isInside, let row = state.rows.ids.randomElement(using: &random), Bool.random(using: &random) {
      return .rows(.element(id: row, action: Middle.edit(position) { Self.change(&$0, seed) }))
    }
    if isInside, state.presented != nil {
      return .presented(.presented(Middle.edit(position) { Self.change(&$0, seed) }))
    }
    return Outer.edit(position) { state in
      var random = RepeatableRandom(seed: seed)
      Self.change(&state, seed) { id in
        var child = Middle.State(id: id)
        for _ in 0..<Int.random(in: 0...3, using: &random) { Self.change(&child, random.next()) }
        return child
      }
      // Changes inside of children, by their parent's parent.
      if state.optional != nil { Self.change(&state.optional!, seed) }
      if let id = state.rows.ids.first { Self.change(&state.rows[id: id]!, seed) }
    }
  }

  private nonisolated static func change(_ state: inout Middle.State, _ seed: UInt64) {
    change(&state, seed) { Twig.State(id: $0) }
  }

  /// Adds, replaces, moves or removes children at random.
  private nonisolated static func change<Child>(
    _ state: inout Branch<Child>.State,
    _ seed: UInt64,
    make: (Int) -> Child.State
  ) {
    var random = RepeatableRandom(seed: seed)
    let parent = state.id * 100
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let number = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0...7, using: &random) {
      case 0: state.optional = make(parent + 10 + number)
      case 1: state.optional = nil
      case 2: state.presented = make(parent + 20 + number)
      case 3: state.presented = nil
      case 4: state.rows.updateOrAppend(make(parent + 30 + number))
      case 5: state.rows.remove(id: parent + 30 + number)
      case 6: state.rows.shuffle(using: &random)
      default: state.rows = IdentifiedArray(uniqueElements: state.rows.elements.filter { _ in .random(using: &random) })
      }
      // The elements of a stack have ids of their own, so that an element is never replaced by another one.
      let element = parent + 40 + state.path.count
      if Bool.random(using: &random) {
        state.path.append(make(element))
      } else if !state.path.isEmpty {
        state.path.removeLast()
      }
    }
  }
}

/// Random numbers that repeat for the same seed (SplitMix64).
struct RepeatableRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
