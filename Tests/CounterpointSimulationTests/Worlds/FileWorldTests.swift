import Counterpoint
import CounterpointSimulation
import CounterpointTestSupport
import Foundation
import StateSharing
import Testing

/// Acknowledged writes of shared values in files survive crashes, in each mode, and are stored once.
@Suite struct FileWorldTests {
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func noAcknowledgedWriteIsLostOfAProgramThatCrashes(mode: FileStorageMode) async throws {
    try await simulate(seeds: 1...10) { world in
      let cards = Cards()
      let machine = world.machine("shop") { try await cards.add(mode: mode, every: .milliseconds(30)) }
      world.invariant("no acknowledged card is lost or doubled") {
        machine.isRunning || cards.damage(on: machine.disk) == nil
      }
      world.faults = [
        .crashAtCalls([machine]), .crash([machine]), .kill([machine]), .pause([machine]), .clockSkew([machine]),
      ]
      await world.run(for: .seconds(10))
      world.faults = []
      await world.run(for: .seconds(3))
      try world.expect("the shop runs", machine.isRunning)
      await machine.stop()
      try world.expect("no acknowledged card is lost or doubled", cards.damage(on: machine.disk) == nil)
      try world.expect("cards were stored", cards.acknowledged.count > 10)
    }
  }

  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func noAcknowledgedWriteIsLostOnAFailingDisk(mode: FileStorageMode) async throws {
    let report = try await simulate(seeds: 1...10) { world in
      let cards = Cards()
      let machine = world.machine("shop") { try await cards.add(mode: mode, every: .milliseconds(30)) }
      world.allowIssues { $0.contains("/data/cards.json") }
      world.invariant("no acknowledged card is lost or doubled") {
        machine.isRunning || cards.damage(on: machine.disk) == nil
      }
      world.faults = [
        .failingDisk([machine]), .fullDisk([machine]), .crashAtCalls([machine]), .kill([machine]),
      ]
      await world.run(for: .seconds(10))
      world.faults = []
      await world.run(for: .seconds(5))
      try world.expect("the shop runs", machine.isRunning)
      let count = cards.acknowledged.count
      await world.run(for: .seconds(2))
      try world.expect("cards are stored after the faults", cards.acknowledged.count > count + 5)
      await machine.stop()
      try world.expect("no acknowledged card is lost or doubled", cards.damage(on: machine.disk) == nil)
      let rest = machine.disk.files.filter { $0.contains(".counterpoint-") && !$0.hasSuffix("lock") }
      if !rest.isEmpty { world.note("left: \(rest)") }
      try world.expect("no temporary file is left", rest.isEmpty)
    }
    #expect(Set(report.faultCounts.keys) == ["failingDisk", "fullDisk", "crashAtCalls", "kill"])
  }

  /// A change that could not be written is written at the end of the program, although nothing calls `save()`.
  @Test(arguments: [FileStorageMode.throttled, .immediate])
  func aChangeThatCouldNotBeWrittenIsThereAtTheEnd(mode: FileStorageMode) async throws {
    try await simulate(seeds: 1...10) { world in
      let cards = Cards()
      let machine = world.machine("shop") {
        @Shared(.fileStorage(cards.url, mode: mode)) var list: [Int] = []
        // Otherwise the changes are lost to the value that could not be loaded.
        while $list.loadError != nil { try? await $list.load() }
        for _ in 1...40 {
          let card = cards.next()
          $list.withLock { $0.append(card) }
          cards.acknowledge(card)
          try await Task.sleep(for: .milliseconds(50))
        }
        try await Task.sleep(for: .seconds(100))
      }
      world.allowIssues { $0.contains("/data/cards.json") }
      world.faults = [.failingDisk([machine], oneIn: 20), .fullDisk([machine], every: .milliseconds(500))]
      await world.run(for: .seconds(5))
      world.faults = []
      machine.disk.isFull = false
      await machine.stop()
      try world.expect("each card is stored", cards.damage(on: machine.disk) == nil && cards.acknowledged.count == 40)
    }
  }

  /// Several of them create the folder of the file, and one may write before the others have synchronized it.
  @Test(arguments: [false, true]) func noAcknowledgedWriteIsLostOfFourProgramsWithOneFile(fails: Bool) async throws {
    try await simulate(seeds: 1...10) { world in
      let cards = Cards()
      let first = world.machine("shop 1") { try await cards.add(mode: .transactional, every: .milliseconds(20)) }
      let others = (2...4).map { number in
        world.machine("shop \(number)", beside: first) {
          try await cards.add(mode: .transactional, every: .milliseconds(20 + 7 * number))
        }
      }
      let all = [first] + others
      world.allowIssues { fails && $0.contains("/data/cards.json") }
      world.faults = [.crashAtCalls(all, oneIn: 1_000), .kill(all), .pause(all), .clockSkew([first])]
      if fails { world.faults += [.failingDisk(all), .fullDisk(all)] }
      await world.run(for: .seconds(10))
      world.faults = []
      await world.run(for: .seconds(3))
      for machine in all { await machine.stop() }
      try world.expect("no acknowledged card is lost or doubled", cards.damage(on: first.disk) == nil)
      try world.expect("cards were stored", cards.acknowledged.count > 10)
    }
  }

  @Test func aStoreOfEachMachineKeepsItsValueInAFile() async throws {
    try await simulate(seeds: 1...5) { world in
      let cards = (0..<3).map { Cards("cards \($0)") }
      let machines = (0..<3).map { number in
        world.machine("shop \(number)") { try await Counter.run(cards[number]) }
      }
      world.faults = [.crash(machines), .crashAtCalls(machines), .clockSkew(machines)]
      await world.run(for: .seconds(10))
      world.faults = []
      await world.run(for: .seconds(3))
      for (machine, cards) in zip(machines, cards) {
        await machine.stop()
        try world.expect("no acknowledged card of \(machine.name) is lost", cards.damage(on: machine.disk) == nil)
        try world.expect("\(machine.name) has stored cards", cards.acknowledged.count > 5)
      }
    }
  }
}

/// Adds a card at each tick of a clock, and acknowledges it when it is stored.
@Reducer
private struct Counter {
  struct State: Equatable {
    @Shared var cards: [Int]
  }

  enum Action {
    case started
    case ticked(Int)
  }

  @Dependency(\.continuousClock) var clock
  let cards: Cards

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock, cards] send in
          while true {
            try await clock.sleep(for: .milliseconds(200))
            await send(.ticked(cards.next()))
          }
        }
      case .ticked(let card):
        state.$cards.withLock { $0.append(card) }
        return .run { [cards, shared = state.$cards] _ in
          try await shared.save()
          cards.acknowledge(card)
        }
      }
    }
  }

  /// Runs a store on the main actor of the machine until the task is canceled.
  @MainActor static func run(_ cards: Cards) async throws {
    let shared: Shared<[Int]> = Shared(wrappedValue: [], .fileStorage(cards.url, mode: .throttled))
    let store = Store(initialState: Counter.State(cards: shared)) { Counter(cards: cards) }
    await store.send(.started).finish()
    try Task.checkCancellation()
  }
}
