import Counterpoint
import Foundation

/// A feature with everything that a recording contains: reads, an effect, a stack, and collections without an order.
@Reducer
struct Ledger {
  @ObservableState
  struct State: Codable, Equatable {
    /// The number of reduced actions.
    var count = 0
    var entries: IdentifiedArrayOf<Entry> = []
    var totals: [String: Int] = [:]
    var tags: Set<Int> = []
    var path = StackState<Page.State>()
    var answer: String?
  }

  struct Entry: Codable, Equatable, Identifiable {
    let id: UUID
    var date: Date
    var amount: Int
  }

  enum Action: Codable {
    case entered(Int)
    case asked
    case answered(String)
    case tagged(Int)
    case opened
    case path(StackAction<Page.State, Page.Action>)
    case ended
  }

  /// The number of entries up to which they are kept, so that the state doesn't grow without end.
  private static let entryLimit = 20

  /// Called after each action, before the reducer returns, with the number of the action.
  var reduced: @Sendable (Int) -> Void = { _ in }
  /// Called by the action `ended`.
  var end: @Sendable () -> Void = {}

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .entered(let amount):
        let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
        state.entries.append(Entry(id: uuid(), date: now, amount: amount * roll))
        state.totals["\(amount)", default: 0] += roll
        if state.entries.count > Self.entryLimit { state.entries.removeFirst() }
      case .asked:
        state.answer = nil
        return .run { send in await send(.answered("because")) }
      case .answered(let answer):
        state.answer = answer
        return .send(.tagged(state.tags.count))
      case .tagged(let tag):
        state.tags.formSymmetricDifference([tag])
      case .opened:
        if state.path.count > 3 { state.path.removeAll() }
        state.path.append(Page.State())
      case .path:
        break
      case .ended:
        end()
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Page() }
    Reduce { state, _ in
      state.count += 1
      reduced(state.count)
      return .none
    }
  }
}

/// A page of the stack.
@Reducer
struct Page {
  @ObservableState
  struct State: Codable, Equatable {
    var text = ""
  }

  enum Action: Codable {
    case typed(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text): state.text += text
      }
      return .none
    }
  }
}
