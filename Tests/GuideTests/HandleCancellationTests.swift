import Counterpoint
import CounterpointTesting
import Testing

// The code of the guide "Handle cancellation", to the letter.

@DependencyClient
struct DownloadClient: Sendable {
  var download: @Sendable (_ name: String) async throws -> Int
}

extension DownloadClient: TestDependencyKey {
  static let testValue = DownloadClient()
}

@Reducer
struct Download {
  @ObservableState
  struct State: Equatable {
    var bytes: Int?
    var isLoading = false
    var wasStopped = false
  }

  enum Action {
    case loadTapped(String)
    case loaded(Int)
    case stopTapped
  }

  nonisolated enum LoadID { case load }

  @Dependency(DownloadClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadTapped(let name):
        state.isLoading = true
        return .run { [client] send in
          await send(.loaded(try await client.download(name: name)))
        }
        .cancellable(id: LoadID.load, cancelInFlight: true)

      case .loaded(let bytes):
        state.bytes = bytes
        state.isLoading = false
        return .none

      case .stopTapped:
        state.isLoading = false
        state.wasStopped = true
        return .cancel(id: LoadID.load)
      }
    }
  }
}

@Test func aDownloadIsStopped() async {
  let store = TestStore(initialState: Download.State()) {
    Download()
  } withDependencies: {
    $0[DownloadClient.self].download = { _ in try await Task.never() }
  }

  await store.send(.loadTapped("map")) { $0.isLoading = true }
  await store.send(.stopTapped) {
    $0.isLoading = false
    $0.wasStopped = true
  }
}

@Test func theNewestDownloadWins() async {
  let clock = TestClock()
  let store = TestStore(initialState: Download.State()) {
    Download()
  } withDependencies: {
    $0[DownloadClient.self].download = { name in
      try await clock.sleep(for: name == "big map" ? .seconds(9) : .seconds(1))
      return name.count
    }
  }

  await store.send(.loadTapped("big map")) { $0.isLoading = true }
  await store.send(.loadTapped("map"))
  await clock.advance(by: .seconds(9))
  await store.receive(\.loaded, 3) {
    $0.bytes = 3
    $0.isLoading = false
  }
}

@Test func theScreenGoesWhileItLoads() async {
  let store = TestStore(initialState: Download.State()) {
    Download()
  } withDependencies: {
    $0[DownloadClient.self].download = { _ in try await Task.never() }
  }

  let task = await store.send(.loadTapped("map")) { $0.isLoading = true }
  await task.cancel()
}

@Reducer
struct Library {
  @ObservableState
  struct State: Equatable {
    @Presents var download: Download.State?
  }

  enum Action {
    case download(PresentationAction<Download.Action>)
    case openTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .openTapped = action { state.download = Download.State() }
      return .none
    }
    .ifLet(\.$download, action: \.download) { Download() }
  }
}

@Test func effectsEndWithTheirScreen() async {
  let store = TestStore(initialState: Library.State()) {
    Library()
  } withDependencies: {
    $0[DownloadClient.self].download = { _ in try await Task.never() }
  }

  await store.send(.openTapped) { $0.download = Download.State() }
  await store.send(\.download.presented.loadTapped, "map") { $0.download?.isLoading = true }
  await store.send(\.download.dismiss) { $0.download = nil }
}
