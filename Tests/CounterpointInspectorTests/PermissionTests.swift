import Counterpoint
@_spi(Internals) @testable import CounterpointInspector
import CounterpointTestSupport
import Foundation
import Testing

/// All that the inspector shows follows from the events and the states. A client that may only look computes the states
/// from the lines of actions; the program of one that may travel has kept them.
@Suite(.ends) @MainActor struct PermissionTests {
  @Reducer struct Desk {
    @ObservableState struct Card: Codable, Equatable, Identifiable {
      var id: Int
      var title = ""
      var tags: Set<String> = []
    }

    enum Mode: Codable, Equatable {
      case busy(Int)
      case idle
      case pair(left: Int, right: Card?)
    }

    /// A value that is an object or a number.
    enum Amount: Codable, Equatable {
      case number(Int)
      case range(Range)
      case none

      struct Range: Codable, Equatable {
        var lower = 0
        var upper: Int?

        enum CodingKeys: String, CodingKey {
          case lower = "from.lower"
          case upper = "to.upper"
        }
      }

      init(from decoder: any Decoder) throws {
        let range = try? decoder.singleValueContainer().decode(Range.self)
        self = try range.map(Self.range) ?? .number(decoder.singleValueContainer().decode(Int.self))
      }

      func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number): try number.encode(to: encoder)
        case .range(let range): try range.encode(to: encoder)
        case .none: _ = encoder.container(keyedBy: Range.CodingKeys.self)
        }
      }
    }

    @ObservableState struct State: Codable, Equatable {
      var amount = Amount.number(0)
      var card: Card?
      var cards: IdentifiedArrayOf<Card> = []
      var count = 0
      var mode = Mode.idle
      var names: [String: Int?] = [:]
      var note: String?
      @Presents var sheet: Card?
      var text = ""
      @Shared(.inMemory("desk")) var total = 0
    }

    enum Action: Codable {
      case added(Int)
      case amount(Amount)
      case card(Card?)
      case counted(Int)
      case load
      case mode(Mode)
      case named(String, Int?)
      case noted(String?)
      case nothing
      case removed(Int)
      case sheetShown(Int?)
      case tagged(Int, String)
      case total(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .added(let id): state.cards.updateOrAppend(Card(id: id))
        case .amount(let amount): state.amount = amount
        case .card(let card): state.card = card
        case .counted(let count): state.count += count
        case .load:
          return .run(name: "load") { send in await send(.counted(1)) }.cancellable(id: "load", cancelInFlight: true)
        case .mode(let mode): state.mode = mode
        case .named(let name, let value): state.names.updateValue(value, forKey: name)
        case .noted(let note): state.note = note
        case .nothing: break
        case .removed(let id): state.cards.remove(id: id)
        case .sheetShown(let id): state.sheet = id.map { Card(id: $0, title: "sheet") }
        case .tagged(let id, let tag): state.cards[id: id]?.tags.insert(tag)
        case .total(let total): state.$total.withLock { $0 = total }
        }
        return .none
      }
    }

    static func action(using generator: inout SeededGenerator) -> Action {
      let number = Int.random(in: 0..<4, using: &generator)
      let card = number == 0 ? nil : Card(id: number)
      return switch Int.random(in: 0..<13, using: &generator) {
      case 0: .added(number)
      case 1: .amount([.none, .number(1), .range(.init()), .range(.init(lower: 1, upper: 2))][number])
      case 2: .card(card)
      case 3: .counted(number)
      case 4: .load
      case 5: .mode([.idle, .busy(1), .pair(left: 1, right: nil), .pair(left: 2, right: card)][number])
      case 6: .named("n\(number)", number == 0 ? nil : number)
      case 7: .noted(number == 0 ? nil : "a\(number)")
      case 8: .nothing
      case 9: .removed(number)
      case 10: .sheetShown(number == 0 ? nil : number)
      case 11: .tagged(number, "t\(Int.random(in: 0..<9, using: &generator))")
      default: .total(number)
      }
    }
  }

  @Test(arguments: 0..<12) func lookingAndTravelingShowTheSame(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let actions = (0..<40).map { _ in Desk.action(using: &generator) }
    let travels: Set<InspectorPermission> = [.look, .travel]
    let first = try await see(actions, allowing: [.look])
    let second = try await see(actions, allowing: travels)
    #expect(second.events == first.events)
    #expect(second.states == first.states)
    // The changes of an action do not depend on the size of the state.
    #expect(try await see(actions, withText: 10_000, allowing: [.look]).events == first.events)
    #expect(try await see(actions, withText: 10_000, allowing: travels).events == first.events)
  }

  private func see(
    _ actions: [Desk.Action],
    withText size: Int = 0,
    allowing permissions: Set<InspectorPermission>
  ) async throws -> (events: [InspectedEvent], states: [InspectedState]) {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen(allowing: permissions)
    let store = withDependencies {
      $0.inspector = inspector
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      Store(initialState: Desk.State(text: String(repeating: "x", count: size))) { Desk() }
    }
    for action in actions { await store.send(action).finish() }
    let program = try InspectedProgram(named: "test", in: folder.folder)
    // The last event.
    try await program.perform(.note(store: 1, number: 0, text: "end"))
    var iterator = EventIterator(program)
    var events: [InspectedEvent] = []
    var last = 0
    while let event = try await iterator.next() {
      if case .note = event { break }
      if case .action(let action) = event { last = action.number }
      events.append(Self.withoutTimes(event))
    }
    var states: [InspectedState] = []
    for number in 0...last { states.append(try await program.state(1, number)) }
    return (events, states)
  }

  private static func withoutTimes(_ event: InspectedEvent) -> InspectedEvent {
    switch event {
    case .action(var action):
      action.time = 0
      return .action(action)
    case .result(var result):
      result.duration = nil
      return .result(result)
    case .effectBegan(var effect):
      effect.time = 0
      return .effectBegan(effect)
    case .effectEnded(let store, let id, _): return .effectEnded(store: store, id: id, time: 0)
    default: return event
    }
  }
}
