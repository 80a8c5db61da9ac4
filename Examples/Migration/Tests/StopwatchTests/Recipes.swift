import ComposableArchitecture
import Observation
import Testing

// The code of the page "Coming from the Composable Architecture" as it is after the change.

@Reducer
struct Journal {
  @ObservableState
  struct State: Equatable {
    var entries: [String] = []
    @Presents var editor: Editor.State?
    var path = StackState<Editor.State>()
  }

  enum Action {
    case editor(PresentationAction<Editor.Action>)
    case newButtonTapped
    case openButtonTapped
    case path(StackActionOf<Editor>)
    case reminderButtonTapped
    case saveButtonTapped
    case saved(String)
  }

  let save: @Sendable (String) async -> Void
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .newButtonTapped:
        state.editor = Editor.State()
        return .none

      case .openButtonTapped:
        state.path.append(Editor.State())
        return .none

      case .reminderButtonTapped:
        return .run { send in
          try await clock.sleep(for: .seconds(60))
          await send(.saveButtonTapped)
        }

      case .saveButtonTapped:
        return .run { send in
          await save("Dear diary")
          await send(.saved("Dear diary"))
        }

      case .saved(let entry):
        state.entries.append(entry)
        return .none

      case .editor, .path:
        return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
    .forEach(\.path, action: \.path) { Editor() }
  }
}

@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable {
    var text = ""
  }

  enum Action {
    case cleared
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.text = ""
      return .none
    }
  }
}

@MainActor
final class JournalScreen {
  let store: StoreOf<Journal>
  let viewStore: ViewStoreOf<Journal>
  var count = 0
  var editor: StoreOf<Editor>?
  private var observations: [ObserveToken] = []

  init(store: StoreOf<Journal>) {
    self.store = store
    viewStore = store.view
  }

  func showCount() {
    observations += [
      viewStore.observe { [weak self] state in
        self?.count = state.entries.count
      }
    ]
  }

  func presentEditor() {
    observations += [
      observe { [weak self] in
        guard let self else { return }
        editor = store.scope(state: \.editor, action: \.editor.presented)
      }
    ]
  }

  func rowTapped() {
    store.send(.openButtonTapped)
  }
}

@MainActor
final class Model {
  let store = Store(initialState: Journal.State(), on: MainActor.shared) {
    Journal(save: { _ in })
  }
}

@MainActor
@Suite struct Recipes {
  @Test func effectsRunWhileTheTestAwaitsTheStore() async {
    let saved = LockIsolated<[String]>([])
    let store = TestStore(initialState: Journal.State()) {
      Journal(save: { entry in saved.withValue { $0.append(entry) } })
    }
    await store.send(.saveButtonTapped)
    await store.receive(\.saved) { $0.entries = ["Dear diary"] }
    #expect(saved.value == ["Dear diary"])
  }

  @Test func clocksReplaceSchedulers() async {
    let clock = TestClock()
    let store = TestStore(initialState: Journal.State()) {
      Journal(save: { _ in })
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.reminderButtonTapped)
    await clock.advance(by: .seconds(60))
    await store.receive(\.saveButtonTapped)
    await store.receive(\.saved) { $0.entries = ["Dear diary"] }
  }

  @Test func screensFollowTheStore() async {
    let screen = JournalScreen(store: Model().store)
    screen.showCount()
    screen.store.send(.saved("Dear diary"))
    #expect(screen.count == 1)
    screen.store.send(.newButtonTapped)
    screen.presentEditor()
    #expect(screen.editor != nil)
    screen.rowTapped()
    #expect(screen.store.path.count == 1)
  }

  @Test func statesAreASequence() async {
    let store = Store(initialState: Journal.State(), on: MainActor.shared) {
      Journal(save: { _ in })
    }
    var counts: [Int] = []
    for await entries in store.states.entries {
      counts.append(entries.count)
      if entries.count == 2 { break }
      store.send(.saved("Dear diary"))
    }
    #expect(counts == [0, 1, 2])
  }

  @Test func loadingCreatesNoFile() async throws {
    let url = URL.temporaryDirectory.appending(component: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var entries: [String] = []
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try await $entries.save()
      #expect(FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test func assigningTheSameKeyEmitsNothing() {
    @Shared(.inMemory("entries")) var entries = 0
    let emitted = LockIsolated<[Int]>([])
    let subscription = $entries.publisher.sink { value in emitted.withValue { $0.append(value) } }
    $entries = Shared(wrappedValue: 0, .inMemory("entries"))
    $entries.withLock { $0 = 1 }
    #expect(emitted.value == [0, 1])
    subscription.cancel()
  }

  @Test func publishersCallOnTheChangingThread() async {
    @Shared(.inMemory("entries")) var entries = 0
    let wasOnChangingTask = LockIsolated<[Bool]>([])
    let subscription = $entries.publisher.dropFirst().sink { _ in
      wasOnChangingTask.withValue { $0.append(ChangingTask.isCurrent) }
    }
    await Task.detached { [$entries] in
      ChangingTask.$isCurrent.withValue(true) { $entries.withLock { $0 = 1 } }
    }
    .value
    #expect(wasOnChangingTask.value == [true])
    subscription.cancel()
  }
}

private enum ChangingTask {
  @TaskLocal static var isCurrent = false
}
