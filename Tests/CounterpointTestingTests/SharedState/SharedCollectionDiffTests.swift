import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// The difference of a collection in a shared value has brackets, wherever in the state the value is.
@Suite struct SharedCollectionDiffTests {
  @Reducer struct Tags {
    struct Row: Equatable, Identifiable {
      let id: Int
      @Shared var tags: Set<String>
    }
    enum Place: Equatable {
      case here(Shared<Set<String>>)
      case pair(Int, Shared<[Int]>)
    }
    @ObservableState struct State: Equatable {
      @Shared(value: ["a", "b"]) var tags: Set<String>
      var place = Place.here(Shared(value: ["a"]))
      var pair = Place.pair(1, Shared(value: [1]))
      var rows: IdentifiedArrayOf<Row> = [
        Row(id: 1, tags: Shared(value: ["a"])), Row(id: 2, tags: Shared(value: ["z"])),
      ]
      var byName: [String: Shared<Set<String>>] = ["x": Shared(value: ["a"])]
    }
    enum Action { case tags, place, pair, rows, byName }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch (action, state.place, state.pair) {
        case (.tags, _, _): state.$tags.withLock { $0 = ["b", "c"] }
        case (.place, .here(let tags), _): tags.withLock { $0 = ["c"] }
        case (.pair, _, .pair(_, let numbers)): numbers.withLock { $0.append(2) }
        case (.rows, _, _): state.rows[0].$tags.withLock { $0 = ["c"] }
        case (.byName, _, _): state.byName["x"]?.withLock { $0 = ["c"] }
        default: break
        }
        return .none
      }
    }
  }

  /// Returns the difference without indentation and marks of unchanged lines.
  private func difference(_ action: Tags.Action, _ state: Tags.State = Tags.State()) async -> String {
    let issues = await issues {
      let store = TestStore(initialState: state) { Tags() }
      await store.send(action)
    }
    let lines = (issues.first?.message ?? "").split(separator: "\n").map { line in
      String(line.drop { $0 == " " || $0 == "\u{2007}" })
    }
    return lines.joined(separator: "\n").replacing(#/\n([−+]) +/#) { "\n\($0.output.1) " }
  }

  @Test func aProperty() async {
    #expect(await difference(.tags).contains("_tags: Set([\n− \"a\",\n+ \"c\",\n… (1 unchanged)\n]),"))
  }

  @Test func payloadsOfCases() async {
    #expect(await difference(.place).contains("_place: .here(\nSet([\n− \"a\"\n+ \"c\"\n])\n),"))
    #expect(await difference(.pair).contains("_pair: .pair(\n1,\n[\n[0]: 1,\n+ [1]: 2\n]\n),"))
  }

  @Test func elements() async {
    let rows = await difference(.rows)
    #expect(rows.contains("id: 1,\n_tags: Set([\n− \"a\"\n+ \"c\"\n])\n)"), "\(rows)")
    #expect(!rows.contains("\"z\""))
    let byName = await difference(.byName)
    #expect(byName.contains("\"x\": Set([\n− \"a\"\n+ \"c\"\n])\n]"), "\(byName)")
  }

  /// In a large state, each difference has a path. That of an element is the path of the set.
  @Test func elementsOfASetInALargeState() async {
    var state = Tags.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<5_000).map { Tags.Row(id: $0, tags: Shared(value: ["a"])) })
    let text = await difference(.tags, state)
    #expect(text.contains("$0.$tags\n− [\"a\"]\n+ (nothing)\n$0.$tags\n− (nothing)\n+ [\"c\"]"), "\(text)")
  }
}
