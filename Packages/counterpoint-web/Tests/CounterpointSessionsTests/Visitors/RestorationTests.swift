import CounterpointCore
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// A restored program starts its effects again, and a snapshot of another version starts again from the initial state.
@Suite struct RestorationTests {
  @Test func restoredActionStartsEffectsAgain() async {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    await first.send(.work, cookie)
    for await _ in first.begun { break }
    #expect(await second.text(cookie).contains("working, restarted 1 times"))
    for await _ in second.begun { break }
    // A visitor that stays is not restored.
    #expect(await second.text(cookie).contains("working, restarted 1 times"))
  }

  @Test func unreadableSnapshotStartsAnewWithOneIssue() async {
    let first = MovingSite(InMemoryVisitorStore(), saving: .everyAction)
    let cookie = await first.newCookie()
    await first.send(.add(3), cookie)
    first.store.loseLeases()
    first.store.replaceSnapshots { data in
      data.prefix { $0 != UInt8(ascii: "\n") } + Data("\n{\"count\":\"three\"}".utf8)
    }
    let second = first.node()
    let reported = await issues {
      #expect(await second.count(cookie) == "0")
      #expect(await second.send(.add(1), cookie) == 204)
      #expect(await second.count(cookie) == "1")
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("can't be decoded as 'State', so the visitor starts again") == true)
  }

  @Test func storedHashIsNoIdentifier() async {
    let recorder = RecordingStore(InMemoryVisitorStore())
    let site = MovingSite(recorder.base, saving: .everyAction, visitors: recorder)
    let cookie = await site.newCookie()
    await site.send(.add(1), cookie)
    for await visitor in recorder.writes {
      #expect(visitor.utf8.count == 32)
      #expect(!cookie.contains(visitor))
      break
    }
  }

  @Test func programWithoutASnapshotIsReported() {
    let reported = issues {
      let app = WebApp<Tally.State, Tally.Action>(
        title: "Tally",
        viewStore: { actor in Store(initialState: Tally.State(), isolation: actor) { EmptyReducer() }.view },
        screen: { _ in [] }
      )
      _ = WebSite(app, visitors: InMemoryVisitorStore())
    }
    #expect(reported.count == 1)
  }

  @Test func folderSurvivesItsProcess() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("visitors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FolderVisitorStore(folder)
    let (lease, nothing) = try await store.acquire("a") {}
    #expect(nothing == nil)
    try await store.write(Data("one\ntwo".utf8), under: lease, keepFor: .seconds(86_400))
    let successor = FolderVisitorStore(folder)
    await #expect(throws: VisitorStoreError.folderInUse(folder.path)) {
      try await successor.acquire("a") {}
    }
    store.close()
    await #expect(throws: VisitorStoreError.leaseLost) {
      try await store.write(Data(), under: lease, keepFor: .seconds(86_400))
    }
    let (next, snapshot) = try await successor.acquire("a") {}
    #expect(snapshot == Data("one\ntwo".utf8))
    #expect(next.revision > lease.revision)
    #expect(try await successor.contains("a"))
    try await successor.release(next, removesSnapshot: true)
    #expect(try await !successor.contains("a"))
  }

  @Test func folderIsCleanedAlthoughSomeFilesCanNotBeRead() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("visitors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FolderVisitorStore(folder)
    let (lease, _) = try await store.acquire("b") {}
    try await store.write(Data("old".utf8), under: lease, keepFor: .seconds(-10))
    try await store.release(lease, removesSnapshot: false)
    // A folder can't be read as a file. The order in which the files are listed is unknown.
    for name in ["a", "c"] {
      let url = folder.appendingPathComponent("\(name).visitor")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
    let reported = await issues {
      for _ in 1...2 {
        // Cleans the folder once.
        let run = Task { await store.run() }
        run.cancel()
        await run.value
      }
    }
    #expect(reported.count == 1)
    #expect(try await !store.contains("b"))
    store.close()
  }

  @Test func folderRefusesASnapshotThatItCouldNotRead() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("visitors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FolderVisitorStore(folder)
    let (lease, _) = try await store.acquire("a") {}
    try await store.write(Data("one".utf8), under: lease, keepFor: .seconds(86_400))
    await #expect(throws: (any Error).self) {
      try await store.write(Data(count: 64 << 20), under: lease, keepFor: .seconds(86_400))
    }
    try await store.release(lease, removesSnapshot: false)
    #expect(try await store.acquire("a") {}.snapshot == Data("one".utf8))
    store.close()
  }
}
