import Counterpoint
import CounterpointRecording
import Foundation

/// Prints a line with one system call, because a killed program flushes nothing.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// Random actions on two stores, which one recorder records.
@MainActor
struct Session {
  private let stores: [StoreOf<Ledger>]
  private var random: LinearGenerator

  /// - Parameters:
  ///   - recorder: The recorder of the stores.
  ///   - seed: Determines the actions and what they read.
  init(_ recorder: Recorder, seed: UInt64) {
    random = LinearGenerator(state: seed)
    stores = (1...2).map { number in
      let start = ContinuousClock.now
      return Store(initialState: Ledger.State()) {
        Ledger(
          reduced: { count in
            let time = (start.duration(to: .now) / .microseconds(1)).rounded()
            say("reduced \(number) \(count) \(Int(time))")
          },
          end: { abort() }
        )
      } withDependencies: {
        $0.recorder = recorder
        $0.recordingLabel = "visitor \(number)"
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0.1))
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(LinearGenerator(state: seed &+ UInt64(number)))
      }
    }
  }

  /// Sends so many actions, or without end.
  mutating func run(count: Int?) async {
    var sent = 0
    while sent != count {
      let store = stores[Int.random(in: 0..<stores.count, using: &random)]
      // With its effects, so that a seed determines the order of all actions.
      await store.send(action(for: store.withState(\.path.ids))).finish()
      sent += 1
    }
  }

  /// Ends the process inside of a reducer.
  func crash() {
    stores[0].send(.ended)
  }

  private mutating func action(for pages: some RandomAccessCollection<StackElementID>) -> Ledger.Action {
    let number = Int.random(in: 0..<100, using: &random)
    switch number {
    case ..<50: return .entered(number)
    case ..<70: return .tagged(number)
    case ..<80: return .opened
    case ..<95:
      guard let page = pages.randomElement(using: &random) else { return .opened }
      return .path(.element(id: page, action: .typed("\(number)")))
    default: return .asked
    }
  }
}

/// Numbers that depend on a seed only, like those of `Verification/soak`.
struct LinearGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    // Knuth's constants. The lower bits have short periods.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let high = state >> 32
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return high << 32 | state >> 32
  }
}
