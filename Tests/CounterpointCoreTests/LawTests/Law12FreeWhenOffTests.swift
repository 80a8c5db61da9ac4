@testable import CounterpointCore
import Testing

/// Law 12: unused tools cost nothing.
@Suite struct Law12FreeWhenOffTests {
  struct Big: Sendable {
    var a = 0, b = 0, c = 0, d = 0, e = ""
  }

  @Test func anEffectIsOnePointer() {
    #expect(MemoryLayout<Effect<Int>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Effect<Big>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Effect<Never>>.stride == MemoryLayout<Int>.stride)
  }

  @Test func noneIsOneFixedPatternSoThatNothingIsAllocatedForIt() {
    func bits<Action>(_ effect: Effect<Action>) -> Int { unsafe unsafeBitCast(effect, to: Int.self) }
    let none = bits(Effect<Big>.none)
    #expect(bits(Effect<Big>(nil)) == none)
    #expect(bits(Effect<Big>.none.map { $0.a }) == none)
    #expect(bits(Effect<Big>.none.cancellable(id: 1)) == none)
    #expect(bits(Effect<Big>.merge(.none, .none)) == none)
    #expect(bits(Effect<Big>.concatenate([])) == none)
    #expect(bits(Effect<Big>.none.merge(with: .none)) == none)
    #expect(bits(Effect<Big>.send(Big())) != none)
  }

  @MainActor
  @Test func aSendWithoutWorkMakesNoScope() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action > 1 ? .merge(.send(action - 1), .none) : .none
      }
    }
    #expect(store.send(3) == StoreTask(nil))
    #expect(store.core.hub.cancellations.isEmpty)
  }
}
