import Counterpoint
import CounterpointTesting
import Testing

// The code of the page "Source locations", to the letter.

func load(
  _ name: String,
  in store: TestStoreOf<Download>,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  await store.send(
    .loadTapped(name),
    assert: { $0.isLoading = true },
    fileID: fileID,
    file: filePath,
    line: line,
    column: column
  )
}

@Suite struct SourceLocationsTests {
  @Test func aHelperPassesItsLocationOn() async {
    let store = TestStore(initialState: Download.State()) {
      Download()
    } withDependencies: {
      $0[DownloadClient.self].download = { _ in try await Task.never() }
    }

    await load("map", in: store)
    await store.send(.stopTapped) {
      $0.isLoading = false
      $0.wasStopped = true
    }
  }
}
