import Counterpoint
import CounterpointRecording
import Foundation

/// A feature with a stack, a binding, reads of dependencies, an effect and a shared value.
@Reducer
struct Notes {
  @ObservableState
  struct State: Codable, Equatable {
    var draft = Draft()
    var notes: IdentifiedArrayOf<Note> = []
    var path = StackState<Editor.State>()
    var question: String?
    @Shared(.inMemory("total")) var total = 0
    var tags: Set<String> = []
    var fault: String?
  }

  @ObservableState
  struct Draft: Codable, Equatable {
    var text = ""
    var password = ""
  }

  struct Note: Codable, Equatable, Identifiable {
    let id: UUID
    var text: String
    var date: Date
    var roll: Int
  }

  enum Action: Codable, BindableAction {
    case binding(BindingAction<State>)
    case addTapped
    case openTapped
    case askTapped
    case answered(String)
    case tag(String)
    case sum
    case path(StackAction<Editor.State, Editor.Action>)
    case handle(Handle)
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addTapped:
        let roll = withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) }
        state.notes.append(Note(id: uuid(), text: state.draft.text, date: now, roll: roll))
        state.$total.withLock { $0 += 1 }
        state.draft.text = ""
      case .openTapped:
        state.path.append(Editor.State(text: state.draft.text))
      case .askTapped:
        state.question = "why?"
        return .run { send in await send(.answered("because")) }
      case .answered(let answer):
        state.question = nil
        return .send(.tag(answer))
      case .tag(let tag):
        state.tags.insert(tag)
      case .sum:
        state.fault = "\(state.total)"
      case .handle:
        state.fault = "handled"
        state.$total.withLock { $0 += 10 }
      case .binding, .path:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Editor() }
  }
}

@Reducer
struct Editor {
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

/// A payload that can't be encoded.
struct Handle: Codable, Equatable {
  let number: Int

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws { number = 0 }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "a live handle")
    )
  }
}

/// A folder that is removed with its contents at the end.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }
}
