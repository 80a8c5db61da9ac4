import Counterpoint
import CounterpointTerminal
import Foundation
import Observation
import Testing

// The code of the guide "Write a terminal program", to the letter.

@Reducer
struct Shopping {
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
    var isInCart = false
  }

  @ObservableState
  struct State: Equatable {
    var items: IdentifiedArrayOf<Item> = []
  }

  enum Action {
    case added(String)
    case toggled(Item.ID)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let name):
        state.items.append(Item(id: state.items.count, name: name))
      case .toggled(let id):
        state.items[id: id]?.isInCart.toggle()
      }
      return .none
    }
  }
}

@MainActor
@Observable
final class ShoppingScreen {
  private let store: StoreOf<Shopping>
  private var list = ScrollingList()
  private var field = TextField(placeholder: "What is missing?")
  private let listHeight = 10

  init(store: StoreOf<Shopping>) {
    self.store = store
  }

  func screen(size: TerminalSize) -> Screen {
    var screen: Screen = [StyledText("Shopping").bold(), ""]
    let room = TerminalSize(columns: size.columns, rows: listHeight)
    screen.append(list.screen(of: store.items, size: room) { "[\($0.isInCart ? "x" : " ")] \($0.name)" })
    screen.append("")
    screen.append(field.screen(width: size.columns - 5, isFocused: true), label: "New: ")
    return screen
  }

  func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    switch event {
    case .key(.escape):
      return .quit
    case .key(.enter) where field.text.isEmpty:
      if let row = list.selectedRow(count: store.items.count) { store.send(.toggled(store.items[row].id)) }
    case .key(.enter):
      store.send(.added(field.text))
      field = TextField(placeholder: field.placeholder)
    default:
      if list.handle(event, count: store.items.count, height: listHeight) == nil { field.handle(event) }
    }
    return nil
  }
}

@MainActor
func shop() async throws -> Int32 {
  let screen = ShoppingScreen(store: Store(initialState: Shopping.State()) { Shopping() })
  let session = try TerminalSession()
  defer { session.close() }
  return await session.run {
    screen.screen(size: $0)
  } command: {
    screen.command(for: $0)
  }.code
}

@MainActor
func runProgram() async -> Int32 {
  do {
    return try await shop()
  } catch {
    try? FileHandle.standardError.write(contentsOf: Data("shopping: \(error)\n".utf8))
    return 1
  }
}

@MainActor
@Test func shoppingInATerminal() {
  let screen = ShoppingScreen(store: Store(initialState: Shopping.State()) { Shopping() })
  for key: Key in ["t", "e", "a", .enter, .enter, "j"] { _ = screen.command(for: .key(key)) }
  #expect(
    screen.screen(size: .standard).plainText(size: .standard) == """
      Shopping

      › [x] tea

      New: j
      """
  )
  #expect(screen.command(for: .key(.escape)) == .quit)
}
