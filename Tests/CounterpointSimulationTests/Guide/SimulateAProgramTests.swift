import Counterpoint
import CounterpointSimulation
import Foundation
import Synchronization
import Testing

// The code of the guide "Simulate a program", to the letter.

@Reducer
struct Till {
  struct State {
    @Shared(.fileStorage(URL(fileURLWithPath: "/data/sales.json"))) var sales = 0
  }

  enum Action {
    case opened
    case sold
  }

  @Dependency(\.continuousClock) var clock
  let receipts: Receipts

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .milliseconds(200))
            await send(.sold)
          }
        }
      case .sold:
        state.$sales.withLock { $0 += 1 }
        return .run { [receipts, sales = state.$sales] _ in
          let count = sales.wrappedValue
          try await sales.save()
          receipts.print(count)
        }
      }
    }
  }
}

final class Receipts: Sendable {
  private let last = Atomic(0)

  var lastNumber: Int { last.load(ordering: .relaxed) }

  func print(_ number: Int) { last.max(number, ordering: .relaxed) }
}

@Suite struct SimulateAProgramTests {
  @Test func noSaleWithAReceiptIsLost() async throws {
    try await simulate(seeds: 1...20) { world in
      let receipts = Receipts()
      let till = world.machine("till") { @MainActor in
        let store = Store(initialState: Till.State()) { Till(receipts: receipts) }
        await store.send(.opened).finish()
      }
      world.faults = [.crash([till]), .crashAtCalls([till]), .kill([till]), .clockSkew([till])]
      await world.run(for: .seconds(60))
      world.faults = []
      let before = receipts.lastNumber
      await world.run(for: .seconds(5))

      let stored = till.disk.contents(of: "/data/sales.json").flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      try world.expect("the till sells after the faults", receipts.lastNumber > before)
      try world.expect("no sale with a receipt is lost", stored ?? 0 >= receipts.lastNumber)
    }
  }

  @Test func aSaleIsLostIfItsReceiptIsPrintedTooEarly() async throws {
    let story: @Sendable (World) async throws -> Void = { world in
      let receipts = Receipts()
      let till = world.machine("till") {
        @Shared(.fileStorage(URL(fileURLWithPath: "/data/sales.json"))) var sales = 0
        while true {
          try await Task.sleep(for: .seconds(1))
          $sales.withLock { $0 += 1 }
          receipts.print(sales)
          try await $sales.save()
        }
      }
      world.invariant("no sale with a receipt is lost") {
        let stored = till.disk.contents(of: "/data/sales.json").flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        return till.isRunning || stored ?? 0 >= receipts.lastNumber
      }
      world.faults = [.crash([till]), .crashAtCalls([till]), .kill([till]), .clockSkew([till])]
      await world.run(for: .seconds(60))
    }
    let found = try await failure(seeds: 1...20, story)
    let text = """
      It does not hold: no sale with a receipt is lost.

      The run with 1 of 199 choices that differ from the default, found in 8 more runs, until 22.015 s of virtual time:

          0.000 s  till   starts
          0.000 s  till   has a clock that is right
         22.015 s  till   loses its power
         22.015 s  story  broken: no sale with a receipt is lost

      Its machines at the end:

        till is off; on its disk: /data/sales.json (2 bytes)

      Repeat this run with a test:

        @Test func theRunThatHasFailed() async throws {
          try await simulate(
            repeating: \"""
              1 with 1 choice
              crash of 'till', number 994: 1
              \""",
            story
          )
        }

      Repeat the whole run with 'SIMULATION_SEEDS=1 swift test', or in a test with 'try await simulate(repeating: "1", story)'.
      """
    #expect("\(found)".contains(text), "\(found)")
    await #expect(throws: SimulationFailure.self) {
      try await simulate(
        repeating: """
          1 with 1 choice
          crash of 'till', number 994: 1
          """,
        story
      )
    }
  }
}
