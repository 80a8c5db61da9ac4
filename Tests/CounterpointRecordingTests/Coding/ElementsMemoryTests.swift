import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// Of large lists, only the elements that have changed are encoded.
@Suite struct ElementsMemoryTests {
  private struct Row: Codable, Equatable {
    var number: Int
    var title: String
  }

  private struct State: Encodable {
    var rows: [Row]
    var other = 0
  }

  private func makeState() -> State {
    State(rows: (0..<400).map { Row(number: $0, title: "a title that is long enough, \($0)") })
  }

  private func change(_ state: inout State, using generator: inout SeededGenerator) {
    let position = Int.random(in: state.rows.indices, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1, 2: state.rows[position].number += 1
    case 3: state.rows[position].title += " and more"
    case 4: state.rows.insert(Row(number: -1, title: "a new row with a title"), at: position)
    case 5: state.rows.remove(at: position)
    case 6:
      var copy = state.rows
      copy[position].number += 1
      state.rows = copy
    default: state.rows.swapAt(position, 0)
    }
  }

  @Test(arguments: 0..<4) func theTextIsThatOfTheWholeList(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = makeState()
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    for _ in 0..<30 {
      change(&state, using: &generator)
      // A list that is the same for some time is remembered in another way.
      for _ in 0...Int.random(in: 0..<12, using: &generator) {
        state.other += 1
        let encoded = try encoder.encode(state)
        let whole = try RecordingCoder(redacting: Redaction()).encodeFields(state)
        #expect(encoded.text == whole.text)
        #expect(encoded.changes(from: whole) == [])
      }
    }
  }

  @Test func anEditDoesNotCopyTheList() throws {
    var state = makeState()
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    for _ in 0..<3 { _ = try encoder.encode(state) }
    // The first edit copies what the memory retains.
    state.rows[0].number += 1
    _ = try encoder.encode(state)
    func address() -> UInt { unsafe state.rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    let first = address()
    for position in 1..<100 {
      state.rows[position].number += 1
      _ = try encoder.encode(state)
    }
    #expect(address() == first)
  }
}
