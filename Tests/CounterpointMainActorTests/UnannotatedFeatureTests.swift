import Counterpoint
import Testing

// A feature and its models as in a new app project: nothing says `nonisolated`.

struct Note: Equatable, Identifiable, Codable {
  let id: Int
  var text = ""
}

final class Spelling {
  func corrected(_ text: String) -> String { text.capitalized }
}

extension String {
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

@DependencyClient
struct NoteClient: Sendable {
  var load: @Sendable (_ id: Int) async throws -> String
}

extension NoteClient: DependencyKey {
  static let liveValue = NoteClient(load: { "note \($0)" })
  static let testValue = NoteClient(load: { "note \($0)" })
}

@Reducer
struct NoteRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    var note: Note
    var id: Int { note.id }
  }

  enum Action: Equatable {
    case cleared
    case replaced(Note)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cleared: state.note.text = ""
      case .replaced(let note): state.note = note
      }
      return .none
    }
  }
}

@Reducer
struct Notes {
  @ObservableState
  struct State: Equatable {
    var title = ""
    var newest: Note?
    var rows: IdentifiedArrayOf<NoteRow.State> = []
    var path = StackState<Screen.State>()
    @Presents var destination: Destination.State?
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.inMemory("notes-count")) var count = 0
  }

  enum Action: BindableAction {
    case addButtonTapped(Int)
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case destination(PresentationAction<Destination.Action>)
    case loaded(Result<Note, any Error>)
    case path(StackActionOf<Screen>)
    case rows(IdentifiedActionOf<NoteRow>)

    @CasePathable
    enum Alert: Equatable {
      case confirmed
    }
  }

  let spelling = Spelling()
  @Dependency(NoteClient.self) var client

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let id):
        return load(id)
      case .loaded(.success(let note)):
        state.newest = note
        state.rows.append(NoteRow.State(note: note))
        state.$count.withLock { $0 += 1 }
        return .none
      case .alert, .binding, .destination, .loaded, .path, .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { NoteRow() }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$alert, action: \.alert)
    .onChange(of: \.newest) { _, state in
      state.title = spelling.corrected(state.newest?.text ?? "")
      return .none
    }
  }

  private func load(_ id: Int) -> EffectOf<Self> {
    .run { [client] send in
      await send(.loaded(Result { Note(id: id, text: try await client.load(id: id)) }))
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  @Reducer
  enum Destination {
    case row(NoteRow)
    @ReducerCaseIgnored case share(Note)
  }

  @Reducer
  enum Screen {
    case row(NoteRow)
  }
}

extension Notes.Destination.State: Equatable {}
extension Notes.Screen.State: Equatable {}

/// A feature on the main actor, without annotations.
@Suite struct UnannotatedFeatureTests {
  @Test func aFeature() async {
    let store = Store(initialState: Notes.State(destination: .share(Note(id: 9)))) { Notes() }
    await store.send(.addButtonTapped(1)).finish()
    #expect(store.newest == Note(id: 1, text: "note 1"))
    #expect(store.title == "Note 1")
    #expect(store.count == 1)
    store.send(.rows(.element(id: 1, action: .cleared)))
    #expect(store.rows[id: 1]?.note.text == "")
    store.title = "Notes"
    #expect(store.title == "Notes")
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
  }

  @Test func screensFollowIt() async {
    let store = Store(initialState: Notes.State()) { Notes() }
    let (titles, title) = AsyncStream.makeStream(of: String.self)
    let token = observe { title.yield(store.title) }
    var shown = titles.makeAsyncIterator()
    #expect(await shown.next() == "")
    store.title = "Notes"
    #expect(await shown.next() == "Notes")
    token.cancel()
  }
}
