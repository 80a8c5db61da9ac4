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

  /// A read-only wrapper shows a prepared value too, also if it shows only a part of it.
  @Test func preparedValuesAreReadOnly() async throws {
    func run(isFixed: Bool) async throws -> ExplorationReport<Kiosk.Action> {
      @Shared(.inMemory("stock")) var stock = 3
      @Shared(.fileStorage(Kiosk.file)) var hours: [Int] = []
      $stock.withLock { $0 = 1 }
      $hours.withLock { $0 = [9] }
      return try await explored {
        await explore(
          Kiosk.State(),
          depth: 5,
          invariants: [.always("only what is there is sold") { $0.sold <= $0.stock }]
        ) { _ in
          [.buyTapped]
        } reducer: {
          Kiosk(isFixed: isFixed)
        }
      }
    }
    let report = try await run(isFixed: false)
    #expect(report.counterexample?.steps == [.send, .send])
    let issues = try await expectPrinted(report, "kiosk") { await PrintedTests.kiosk() }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("only what is there is sold"))
    #expect(try await run(isFixed: true).counterexample == nil)
  }

  /// The value of a read-only wrapper is a part of the state: changes that only it shows lead to new states.
  @Test func valuesOfReadersAreStates() async {
    let report = await explore(Meter.State(), depth: 3) { _ in
      [.tick]
    } reducer: {
      Meter()
    }
    #expect(report.summary == "4 states, all to depth 3")
  }

  @Test func aReaderFromOutsideIsReported() async {
    let state = Meter.State()
    let issues = await issues {
      let report = await explore(state, depth: 2) { _ in
        [.tick]
      } reducer: {
        Meter()
      }
      #expect(report.runs == 0)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("would all change the same shared value: .inMemory(\"ticks\")") == true)
  }

  /// Nothing can change the value of such a reader, so runs can share it.
  @Test func aConstantFromOutside() async {
    let state = Meter.State(ticks: SharedReader(value: 1))
    let report = await explore(state, depth: 2) { _ in
      [.tick]
    } reducer: {
      Meter()
    }
    #expect(report.summary == "1 state, all that can be reached, in 0 steps or less")
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

/// A shop that sells what it doesn't have. Other features change its stock and its hours.
@Reducer struct Kiosk {
  static let file = URL(filePath: "/hours.json")

  @ObservableState struct State: Equatable {
    @SharedReader(.inMemory("stock")) var stock = 3
    @SharedReader var isClosed: Bool
    var sold = 0

    init() { _isClosed = SharedReader(wrappedValue: [Int](), .fileStorage(Kiosk.file)).isEmpty }
  }
  enum Action: Equatable { case buyTapped }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if !state.isClosed, !isFixed || state.sold < state.stock { state.sold += 1 }
      return .none
    }
  }
}

/// A display of a value that it changes only by its key.
@Reducer struct Meter {
  @ObservableState struct State: Equatable {
    @SharedReader var ticks: Int

    init(ticks: SharedReader<Int> = SharedReader(wrappedValue: 0, .inMemory("ticks"))) { _ticks = ticks }
  }
  enum Action: Equatable { case tick }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      @Shared(.inMemory("ticks")) var ticks = 0
      $ticks.withLock { $0 += 1 }
      return .none
    }
  }
}
