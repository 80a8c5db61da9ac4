import Counterpoint
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// A field that the recording has, and the state of newer code has not, is a difference if the value is optional or the
/// case of an enum.
@Suite(.ends) @MainActor struct AbsentFieldTests {
  @Reducer struct Desk {
    struct Card: Codable, Equatable {
      var note: String?
      var title = ""

      enum CodingKeys: String, CodingKey {
        case note = "text.of.note"
        case title
      }
    }

    enum Mode: Codable, Equatable {
      case busy(Int)
      case idle
    }

    struct Empty: Codable, Equatable {
      var number: Int?
    }

    @ObservableState struct State: Codable, Equatable {
      var card: Card?
      var empty: Empty?
      var mode = Mode.idle
      @Presents var sheet: Card?
    }

    enum Action: Codable, Equatable {
      case begin
      case fillEmpty(Int?)
      case note(String?)
      case open
      case openEmpty
      case show(Bool)
    }

    var isBroken = false
    var noteAfter: Action?

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard !isBroken else { return .none }
        switch action {
        case .begin: state.mode = .busy(1)
        case .fillEmpty(let number): state.empty?.number = number
        case .note(let note): state.card?.note = note
        case .open: state.card = Card(title: "card")
        case .openEmpty: state.empty = Empty()
        case .show(let isShown): state.sheet = isShown ? Card(title: "sheet") : nil
        }
        if action == noteAfter {
          state.card?.note = "a"
          state.sheet?.note = "a"
        }
        return .none
      }
    }
  }

  private func record(_ state: Desk.State, _ actions: [Desk.Action]) throws -> Recording {
    let folder = try TemporaryFolder()
    let file = folder.file("desk.recording.jsonl")
    let recorder = try Recorder(at: file)
    let store = Store(initialState: state) {
      Desk()
    } withDependencies: {
      $0.recorder = recorder
    }
    for action in actions { store.send(action) }
    recorder.flush()
    return try Recording(contentsOf: file)
  }

  private func divergence(_ state: Desk.State, _ action: Desk.Action) throws -> ReplayDivergence? {
    let recording = try record(state, [action, .note("last")])
    #expect(Replay(recording) { Desk() }.run().divergence == nil)
    let replay = Replay(recording) { Desk(isBroken: true) }.run()
    #expect(replay.notices == [])
    return replay.divergence
  }

  @Test func anOptionalThatIsNotSet() throws {
    let divergence = try divergence(Desk.State(), .open)
    #expect(divergence?.number == 1)
    #expect(divergence?.fields.map(\.path) == ["card.title"])
    #expect(divergence?.fields.map(\.replayed) == ["absent"])
  }

  @Test func anOptionalThatIsNotRemoved() throws {
    let divergence = try divergence(Desk.State(sheet: Desk.Card()), .show(false))
    #expect(divergence?.number == 1)
    #expect(divergence?.fields.map(\.path) == ["sheet"])
    #expect(divergence?.fields.map(\.recorded) == ["absent"])
  }

  @Test func aSheetThatIsNotShown() throws {
    let divergence = try divergence(Desk.State(), .show(true))
    #expect(divergence?.number == 1)
    #expect(divergence?.fields.map(\.path) == ["sheet.title"])
  }

  @Test func anOptionalOfANewValue() throws {
    // The value appears, and then its field.
    let recording = try record(Desk.State(), [.open, .show(true), .begin])
    for action in [Desk.Action.open, .show(true)] {
      let replay = Replay(recording) { Desk(noteAfter: action) }.run()
      #expect(replay.divergence?.number == (action == .open ? 1 : 2))
      #expect(replay.divergence?.fields.allSatisfy { $0.recorded == "absent" } == true)
    }
  }

  @Test func anObjectWithoutFields() throws {
    let divergence = try divergence(Desk.State(), .openEmpty)
    #expect(divergence?.number == 1)
    #expect(divergence?.fields.map(\.path) == ["empty"])
    let recording = try record(Desk.State(), [.openEmpty, .fillEmpty(1), .fillEmpty(nil), .openEmpty])
    #expect(Replay(recording) { Desk() }.run().divergence == nil)
  }

  @Test func anotherCaseOfAnEnum() throws {
    let divergence = try divergence(Desk.State(), .begin)
    #expect(divergence?.number == 1)
    #expect(divergence?.fields.map(\.path) == ["mode.busy", "mode.idle"])
  }

  @Test func anOptionalWithAnotherNameInsideOfAnOptional() throws {
    let divergence = try divergence(Desk.State(card: Desk.Card()), .note("a"))
    #expect(divergence?.number == 1)
    #expect(divergence?.fields.map(\.path) == [#"card.text\.of\.note"#])
  }
}
