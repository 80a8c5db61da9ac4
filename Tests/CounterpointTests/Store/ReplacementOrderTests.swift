import Counterpoint
import Testing

/// The effects of dismounts come before those of mounts also in a store whose effects run concurrently.
@MainActor
@Suite struct ReplacementOrderTests {
  @Reducer struct Document {
    @ObservableState struct State: Identifiable { let id: Int }
    enum Action { case edited }
    let events: AsyncStream<String>.Continuation

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .onMount { state in .run { [events, id = state.id] _ in events.yield("open \(id)") } }
        .onDismount(keeping: \.id) { id in
          .run { [events] _ in
            // Takes longer than the start of another task.
            var sum = 0
            for number in 0..<2_000 { sum &+= number * sum }
            events.yield("close \(id)\(sum == 1 ? "!" : "")")
          }
        }
    }
  }

  @Reducer struct Desk {
    @ObservableState struct State { @Presents var document: Document.State? }
    enum Action {
      case show(Int)
      case document(PresentationAction<Document.Action>)
    }
    let events: AsyncStream<String>.Continuation

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let id) = action { state.document = Document.State(id: id) }
        return .none
      }
      .ifLet(\.$document, action: \.document) { Document(events: events) }
    }
  }

  @Test func aDocumentIsClosedBeforeTheNextOneIsOpened() async {
    let (stream, events) = AsyncStream.makeStream(of: String.self)
    var iterator = stream.makeAsyncIterator()
    let store = Store(initialState: Desk.State(document: Document.State(id: 0))) { Desk(events: events) }
    #expect(await iterator.next() == "open 0")
    var wrong = 0
    for id in 1...2_000 {
      store.send(.show(id))
      let both = [await iterator.next(), await iterator.next()]
      if both != ["close \(id - 1)", "open \(id)"] { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Reducer struct Slow {
    @ObservableState struct State: Identifiable { let id: Int }
    enum Action { case edited }
    let gate: AsyncStream<Void>
    let events: AsyncStream<String>.Continuation

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .onMount { state in .run { [events, id = state.id] _ in events.yield("open \(id)") } }
        .onDismount(keeping: \.id) { id in
          .run { [events, gate] _ in
            for await _ in gate {}
            events.yield("close \(id)")
          }
        }
    }
  }

  @Reducer struct SlowDesk {
    @ObservableState struct State { @Presents var slow: Slow.State? }
    enum Action {
      case show(Int)
      case slow(PresentationAction<Slow.Action>)
    }
    let gate: AsyncStream<Void>
    let events: AsyncStream<String>.Continuation

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let id) = action { state.slow = Slow.State(id: id) }
        return .none
      }
      .ifLet(\.$slow, action: \.slow) { Slow(gate: gate, events: events) }
    }
  }

  /// A dismount that waits doesn't hold back the mount.
  @Test func aDismountThatWaitsIsOvertaken() async {
    let (stream, events) = AsyncStream.makeStream(of: String.self)
    var iterator = stream.makeAsyncIterator()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let store = Store(initialState: SlowDesk.State(slow: Slow.State(id: 0))) { SlowDesk(gate: gate, events: events) }
    #expect(await iterator.next() == "open 0")
    store.send(.show(1))
    #expect(await iterator.next() == "open 1")
    opening.finish()
    #expect(await iterator.next() == "close 0")
  }
}
