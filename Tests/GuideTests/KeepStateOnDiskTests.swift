import Counterpoint
import CounterpointTesting
import Foundation
import Testing

// The code of the guide "Keep state on disk", to the letter.

nonisolated struct Diary: Codable, Equatable, Sendable {
  var pages: [String] = []
}

extension SharedKey where Self == FileStorageKey<Diary>.Default {
  static var diary: Self {
    Self[.fileStorage(FileManager.default.homeDirectoryForCurrentUser.appending(path: ".diary.json")), default: Diary()]
  }
}

@Reducer
struct DiaryWriter {
  @ObservableState
  struct State: Equatable {
    @Shared var diary: Diary
    @Shared(.appStorage("large-type")) var isTypeLarge = false

    init(diary: Shared<Diary> = Shared(.diary)) {
      _diary = diary
    }
  }

  enum Action {
    case doneTapped
    case largeTypeToggled
    case pageWritten(String)
    case failed(reason: String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pageWritten(let page):
        state.$diary.withLock { $0.pages.append(page) }
        return .none

      case .largeTypeToggled:
        state.$isTypeLarge.withLock { $0.toggle() }
        return .none

      case .doneTapped:
        return .run { [diary = state.$diary] _ in
          try await diary.save()
        } catch: { error, send in
          await send(.failed(reason: "\(error)"))
        }

      case .failed:
        return .none
      }
    }
  }
}

@MainActor
@Test func pagesAreInTheFile() async {
  let store = Store(initialState: DiaryWriter.State()) { DiaryWriter() }
  store.send(.pageWritten("It rains."))
  await store.send(.doneTapped).finish()

  @Shared(.diary) var diary
  #expect(diary.pages == ["It rains."])
}

@MainActor
@Test func theDiaryIsLoadedAfterARestart() async {
  let storage = FileStorage.inMemory
  func start() -> StoreOf<DiaryWriter> {
    Store(initialState: DiaryWriter.State()) {
      DiaryWriter()
    } withDependencies: {
      $0.defaultFileStorage = storage
    }
  }

  do {
    let store = start()
    store.send(.pageWritten("It rains."))
    await store.send(.doneTapped).finish()
  }
  #expect(start().diary.pages == ["It rains."])
}

@Test func theDiaryOutlivesTheProgram() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "diary.json")

  try await withDependencies {
    $0.defaultFileStorage = .fileSystem
  } operation: {
    do {
      @Shared(.fileStorage(file)) var diary = Diary()
      $diary.withLock { $0.pages = ["It rains."] }
      try await $diary.save()
    }
    @Shared(.fileStorage(file)) var diary = Diary()
    #expect(diary.pages == ["It rains."])
  }
  let text = try String(contentsOf: file, encoding: .utf8)
  #expect(text.contains("It rains."))
}

@Test func aForeignFileIsPreserved() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "diary.json")
  try Data("Dear diary".utf8).write(to: file)

  try await withDependencies {
    $0.defaultFileStorage = .fileSystem
  } operation: {
    @Shared(.fileStorage(file)) var diary = Diary()
    #expect(diary == Diary())
    #expect($diary.loadError != nil)
    $diary.withLock { $0.pages = ["It rains."] }
    try await $diary.save()
  }

  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
  #expect(texts.contains("Dear diary"))
  #expect(texts.contains { $0.contains("It rains.") })
}

@Test func aFailureToSaveIsReported() async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try Data().write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }

  await withDependencies {
    $0.defaultFileStorage = .fileSystem
  } operation: {
    let diary = Shared(wrappedValue: Diary(), .fileStorage(file.appending(path: "diary.json")))
    let store = TestStore(initialState: DiaryWriter.State(diary: diary), exhaustivity: .off) { DiaryWriter() }
    await store.send(.pageWritten("It rains."))
    await store.send(.doneTapped)
    await store.receive(\.failed)
  }
}

@Test func eachVisitCounts() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }

  withDependencies {
    $0.defaultFileStorage = .fileSystem
  } operation: {
    @Shared(.fileStorage(folder.appending(path: "visits.json"), mode: .transactional)) var visits = 0
    $visits.withLock { $0 += 1 }
    #expect(visits == 1)
  }
}
