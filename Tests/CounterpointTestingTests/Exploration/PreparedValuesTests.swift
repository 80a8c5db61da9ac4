import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// An exploration begins with the shared values that its test has prepared, in each run.
@Suite struct PreparedValuesTests {
  @Test func preparedValuesAreSeen() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<Wallet.Action> {
      @Shared(.inMemory("coins")) var coins = 1
      @Shared(.appStorage("name")) var name = "Blob"
      @Shared(.fileStorage(Wallet.file)) var rates: [Int] = []
      $coins.withLock { $0 = 2 }
      $name.withLock { $0 = "Mr. Blob" }
      $rates.withLock { $0 = [7] }
      let report = try await explored {
        await explore(
          Wallet.State(),
          depth: 4,
          invariants: [.always("no debts") { $0.coins >= 0 }]
        ) { _ in
          [.spend]
        } reducer: {
          Wallet(isFixed: isFixed)
        }
      }
      #expect(coins == 2)
      return report
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .send, .send])
    let issues = try await expectPrinted(report, "wallet") { await PrintedTests.wallet() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("no debts"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  @Test func schedulesBeginWithPreparedValues() async {
    @Shared(.inMemory("coins")) var coins = 1
    $coins.withLock { $0 = 2 }
    await withSchedules(1...3) {
      let store = TestStore(initialState: Wallet.State()) { Wallet() }
      await store.send(.spend) { $0.$coins.withLock { $0 = 1 } }
    }
    #expect(coins == 2)
  }

  @Test func aWrapperFromOutsideIsReported() async {
    let state = Wallet.State()
    let issues = await issues {
      let report = await explore(state, depth: 2) { _ in
        [.spend]
      } reducer: {
        Wallet()
      }
      #expect(report.counterexample == nil)
      #expect(report.runs == 0)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("would all change the same shared value: .inMemory(\"coins\")") == true)
  }
}

/// A purse that doesn't notice that it is empty.
@Reducer struct Wallet {
  static let file = URL(filePath: "/rates.json")

  @ObservableState struct State: Equatable {
    @Shared(.inMemory("coins")) var coins = 1
    @Shared(.appStorage("name")) var name = "Blob"
    @Shared(.fileStorage(Wallet.file)) var rates: [Int] = []
  }
  enum Action: Equatable { case spend }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if !isFixed || state.coins > 0 { state.$coins.withLock { $0 -= 1 } }
      return .none
    }
  }
}
