import Counterpoint
import CounterpointTesting
import Testing

// The code of the guide "Put features together", to the letter.

@Reducer
struct Volume {
  @ObservableState
  struct State: Equatable {
    var level = 5
  }

  enum Action {
    case louderTapped
    case quieterTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .louderTapped:
        state.level = min(10, state.level + 1)
        return .none

      case .quieterTapped:
        state.level = max(0, state.level - 1)
        return .none
      }
    }
  }
}

@Reducer
struct Player {
  @ObservableState
  struct State: Equatable {
    var isMuted = false
    var volume = Volume.State()
  }

  enum Action {
    case muteTapped
    case volume(Volume.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.volume, action: \.volume) {
      Volume()
    }
    Reduce { state, action in
      switch action {
      case .muteTapped:
        state.isMuted.toggle()
        return .none

      case .volume(.louderTapped):
        state.isMuted = false
        return .none

      case .volume:
        return .none
      }
    }
  }
}

@Test func louderUnmutes() async {
  let store = TestStore(initialState: Player.State(isMuted: true)) { Player() }

  await store.send(.volume(.louderTapped)) {
    $0.isMuted = false
    $0.volume.level = 6
  }
}

@MainActor
@Test func aChildHasAStoreOfItsOwn() {
  let player = Store(initialState: Player.State()) { Player() }
  let volume: StoreOf<Volume> = player.scope(state: \.volume, action: \.volume)

  volume.send(.louderTapped)
  #expect(volume.level == 6)
  #expect(player.volume.level == 6)
}

@Reducer
struct Song {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title: String
    var isFavorite = false
  }

  enum Action {
    case delegate(Delegate)
    case heartTapped
    case removeTapped

    @CasePathable
    enum Delegate {
      case removed
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heartTapped:
        state.isFavorite.toggle()
        return .none

      case .removeTapped:
        return .send(.delegate(.removed))

      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct TitleEditor {
  @ObservableState
  struct State: Equatable {
    let songID: Song.State.ID
    var title: String
  }

  enum Action {
    case cancelTapped
    case saveTapped
    case titleChanged(String)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelTapped, .saveTapped:
        return .run { [dismiss] _ in await dismiss() }

      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}

@Reducer
struct Playlist {
  @ObservableState
  struct State: Equatable {
    var songs: IdentifiedArrayOf<Song.State> = []
    @Presents var editor: TitleEditor.State?
  }

  enum Action {
    case editTapped(Song.State.ID)
    case editor(PresentationAction<TitleEditor.Action>)
    case songs(IdentifiedActionOf<Song>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .songs(.element(let id, .delegate(.removed))):
        state.songs.remove(id: id)
        return .none

      case .editTapped(let id):
        guard let song = state.songs[id: id] else { return .none }
        state.editor = TitleEditor.State(songID: id, title: song.title)
        return .none

      case .editor(.presented(.saveTapped)):
        guard let editor = state.editor else { return .none }
        state.songs[id: editor.songID]?.title = editor.title
        return .none

      case .editor, .songs:
        return .none
      }
    }
    .forEach(\.songs, action: \.songs) {
      Song()
    }
    .ifLet(\.$editor, action: \.editor) {
      TitleEditor()
    }
  }
}

@Test func aSongAsksToBeRemoved() async {
  let songs = IdentifiedArray(uniqueElements: [Song.State(id: 1, title: "Blue"), Song.State(id: 2, title: "Green")])
  let store = TestStore(initialState: Playlist.State(songs: songs)) { Playlist() }

  await store.send(\.songs[id: 1].heartTapped) { $0.songs[id: 1]?.isFavorite = true }
  await store.send(\.songs[id: 2].removeTapped)
  await store.receive(\.songs[id: 2].delegate.removed) { $0.songs.remove(id: 2) }
}

@Test func theEditorsTitleIsSaved() async {
  let store = TestStore(initialState: Playlist.State(songs: [Song.State(id: 1, title: "Blue")])) { Playlist() }

  await store.send(.editTapped(1)) { $0.editor = TitleEditor.State(songID: 1, title: "Blue") }
  await store.send(\.editor.titleChanged, "Red") { $0.editor?.title = "Red" }
  await store.send(\.editor.saveTapped) { $0.songs[id: 1]?.title = "Red" }
  await store.receive(\.editor.dismiss) { $0.editor = nil }
}

@MainActor
@Test func rowsAndWhatIsShownNowAndThenHaveStores() {
  let playlist = Store(initialState: Playlist.State(songs: [Song.State(id: 1, title: "Blue")])) { Playlist() }

  for song in playlist.scope(state: \.songs, action: \.songs) {
    song.send(.heartTapped)
  }
  #expect(playlist.songs[id: 1]?.isFavorite == true)

  #expect(playlist.scope(state: \.editor, action: \.editor.presented) == nil)
  playlist.send(.editTapped(1))
  #expect(playlist.scope(state: \.editor, action: \.editor.presented)?.title == "Blue")
}
