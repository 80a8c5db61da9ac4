import Counterpoint
@_spi(Internals) @testable import CounterpointRecording
import CounterpointTestSupport
import Foundation
import Testing

/// Effects leave lines between those of actions, which a replay ignores.
@Suite(.ends) @MainActor struct EffectLineTests {
  @Reducer struct Search {
    enum CancelID: Codable, Hashable { case query(String) }

    struct State: Codable, Equatable { var count = 0 }

    enum Action: Codable {
      case canceled(String)
      case searched(String)
      case succeeded
    }

    let begin: @Sendable () async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .canceled(let query): return .cancel(id: CancelID.query(query))
        case .searched(let query):
          return .run(name: "search") { send in
            try await begin()
            await send(.succeeded)
          }
          .cancellable(id: CancelID.query(query))
        case .succeeded:
          state.count += 1
          return .none
        }
      }
    }
  }

  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("search.recording.jsonl")
  }

  private func store(
    redacting redaction: Redaction = Redaction(),
    begin: @escaping @Sendable () async throws -> Void
  ) throws -> (StoreOf<Search>, CounterpointRecording.Recorder) {
    let recorder = try Recorder(at: file, redacting: redaction)
    let store = Store(initialState: Search.State()) {
      Search(begin: begin)
    } withDependencies: {
      $0.recorder = recorder
    }
    return (store, recorder)
  }

  private func texts(_ recorder: CounterpointRecording.Recorder) throws -> [String] {
    recorder.flush()
    return try Recording(contentsOf: file).lines.compactMap { line in
      switch line {
      case .action(let action): return "action \(action.number)"
      case .effect(let effect):
        switch effect.event {
        case .began(let beginning):
          return "\(effect.number) began of \(beginning.reduction), \(beginning.name ?? "")"
        case .canceled: return "\(effect.number) canceled"
        case .ended: return "\(effect.number) ended"
        }
      default: return nil
      }
    }
  }

  @Test func anEffectBeginsAndEnds() async throws {
    let (store, recorder) = try store {}
    await store.send(.searched("a")).finish()
    #expect(
      try texts(recorder) == ["action 1", "1 began of 1, search", "action 2", "1 ended"]
    )
    #expect(Replay(try Recording(contentsOf: file)) { Search {} }.run().divergence == nil)
  }

  /// The cancellation follows the action that has caused it. A wrong id cancels nothing.
  @Test func aCancellationIsAnEvent() async throws {
    let (began, continuation) = AsyncStream.makeStream(of: Void.self)
    let (store, recorder) = try store {
      continuation.yield()
      try await Task.never()
    }
    let search = store.send(.searched("a"))
    for await _ in began { break }
    store.send(.canceled("b"))
    store.send(.canceled("a"))
    await search.finish()
    #expect(
      try texts(recorder)
        == [
          "action 1", "1 began of 1, search", "action 2", "action 3", "1 canceled", "1 ended",
        ]
    )
  }

  @Test func idsAreRedacted() async throws {
    let (store, recorder) = try store(redacting: Redaction().redact(Search.CancelID.self) { _ in .query("x") }) {}
    await store.send(.searched("secret")).finish()
    recorder.flush()
    let ids = try Recording(contentsOf: file).lines.compactMap { line -> [String]? in
      guard case .effect(let effect) = line, case .began(let beginning) = effect.event else { return nil }
      return beginning.ids
    }
    #expect(ids.count == 1)
    #expect(ids.first?.count == 1)
    #expect(ids.first?.first?.contains("secret") == false, "\(ids)")
  }

  @Test(arguments: [
    RecordingLine.Effect.Event.began(.init(reduction: 3, location: "A/B.swift:4", name: nil, ids: [])),
    .began(.init(reduction: 3, location: "A/B.swift:4", name: "a \"b\"", ids: ["c", "d\n"])), .canceled, .ended,
  ])
  func linesAreReadAsTheyWereWritten(event: RecordingLine.Effect.Event) throws {
    let effect = RecordingLine.Effect(store: 1, number: 2, time: 5, event: event)
    guard case .effect(let read) = try RecordingLine(parsing: RecordingLine.effect(effect).bytes.dropLast()) else {
      Issue.record("The line is not that of an effect.")
      return
    }
    #expect(read == effect)
  }
}
