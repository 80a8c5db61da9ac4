import Counterpoint
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// Each change of a state of any size is in the line of its action, so a replay names the action at which newer code
/// does something else.
// An actor of its own, because the tests of the main actor would wait for these.
@Suite(.ends) actor MutantTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("ledger.recording.jsonl")
  }

  private static let sizes = [100, 1_000, 2_000, 4_000, 10_000, 100_000, 1_000_000, 10_000_000]

  /// The number of sessions for a size, and of mutants for each of them.
  private static func counts(_ size: Int) -> (sessions: Int, mutants: Int) {
    size <= 10_000 ? (7, 12) : size <= 100_000 ? (7, 3) : size <= 1_000_000 ? (3, 2) : (1, 2)
  }

  @Test(arguments: sizes) func eachMutantIsNamedAtTheRightAction(_ size: Int) throws {
    var generator = SeededGenerator(seed: UInt64(size))
    let (sessions, mutants) = Self.counts(size)
    for session in 0..<sessions {
      let part = size > 1_000_000 ? 3 : session
      let initial = Ledger.state(size, in: part)
      let actions = (0..<24).map { _ in Ledger.action(using: &generator) }
      let recording = try record(actions, initial)
      let same = Replay(recording) { Ledger() }.run()
      #expect(same.divergence == nil, "\(size) bytes, session \(session)")
      #expect(same.uncomparedActions == nil)
      #expect(same.steps.count == actions.count)
      for _ in 0..<mutants {
        let kind = Ledger.kind(try #require(actions.randomElement(using: &generator)))
        let fault = try #require(Ledger.Fault.allCases.randomElement(using: &generator))
        let broken = Ledger(broken: (kind, fault))
        let first = firstDifference(actions, initial, Ledger(), broken)
        let divergence = Replay(recording) { broken }.run().divergence
        let comment: Comment = "\(size) bytes, session \(session), \(kind) \(fault)"
        #expect(divergence?.actions == first.map { $0...$0 }, comment)
        #expect((divergence?.fields.isEmpty ?? true) == (first == nil), comment)
      }
    }
  }

  private func record(_ actions: [Ledger.Action], _ state: Ledger.State) throws -> Recording {
    let recorder = try Recorder(at: file, limit: 1 << 30)
    let store = Store(initialState: state) {
      Ledger()
    } withDependencies: {
      $0.recorder = recorder
    }
    for action in actions { store.send(action) }
    recorder.flush()
    return try Recording(contentsOf: file)
  }

  /// Returns the number of the first action after which two reducers have different states.
  private func firstDifference(_ actions: [Ledger.Action], _ state: Ledger.State, _ first: Ledger, _ second: Ledger)
    -> Int?
  {
    var (one, other) = (state, state)
    for (index, action) in actions.enumerated() {
      _ = first.reduce(into: &one, action: action)
      _ = second.reduce(into: &other, action: action)
      if one != other { return index + 1 }
    }
    return nil
  }

  /// Of a list of any kind, only what has changed is encoded.
  @Test func anActionEncodesWhatItHasChanged() throws {
    let encodings = Locked(0)
    struct Element: Encodable {
      let encodings: Locked<Int>
      var number: Int
      func encode(to encoder: any Encoder) throws {
        encodings.withLock { $0 += 1 }
        try number.encode(to: encoder)
      }
    }
    struct Lists: Encodable {
      var array: [Element]
      var nested: [[Element]]
      var optional: [Element]?
    }
    let elements = (0..<2_000).map { Element(encodings: encodings, number: $0) }
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    var lists = Lists(array: elements, nested: [elements, []], optional: elements)
    func encoded() throws -> Int {
      encodings.withLock { $0 = 0 }
      _ = try encoder.encode(lists)
      return encodings.withLock { $0 }
    }
    for _ in 0..<4 { _ = try encoded() }
    #expect(try encoded() == 0)
    lists.array[7].number = -1
    #expect(try encoded() == 1)
    lists.array.insert(Element(encodings: encodings, number: -2), at: 3)
    lists.optional?.append(Element(encodings: encodings, number: -3))
    #expect(try encoded() == 2)
    lists.array.removeLast(2)
    #expect(try encoded() == 0)
    // The elements of an element are remembered from its second change on.
    let counts = try (1...4).map { number in
      lists.nested[0][1].number = -number
      return try encoded()
    }
    #expect(counts == [2_000, 2_000, 1, 1])
  }

  /// An encoding by the memory of the last state is the same as one without a memory.
  @Test(arguments: [3_000, 5_000, 20_000], [0, 1, 2, 3, 4, 5, 6])
  func anEncodingThatRemembersIsThatOfTheWholeState(_ size: Int, _ part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(size + part))
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    let store = Store(initialState: Ledger.state(size, in: part)) { Ledger() }
    for _ in 0..<60 {
      store.send(Ledger.action(using: &generator))
      let (encoded, whole) = try store.withState { state in
        (
          try encoder.encode(state),
          try RecordingCoder(redacting: Redaction()).encodeFields(state)
        )
      }
      #expect(encoded.paths == whole.paths)
      #expect(encoded.changes(from: whole) == [])
      #expect(encoded.text == whole.text)
      let digests = [encoded, whole].map { value in value.paths.map { FieldChange.Value(value.field($0)) } }
      #expect(digests[0] == digests[1])
    }
  }
}
