import CounterpointCore
import Foundation
import Testing

/// Prompts as data, without their random ids.
@Suite struct PromptCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func alerts() throws {
    let alert = AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .send("delete")) { TextState("Delete") }
      ButtonState<String>(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("For good.")
    }
    let copy = try roundTrip(alert)
    #expect(copy == alert)
    #expect(copy.id != alert.id)
    #expect(
      try json(alert) == """
        {"buttons":[{"action":"delete","label":"Delete","role":{"destructive":{}}},\
        {"label":"Keep","role":{"cancel":{}}}],"message":"For good.","title":"Delete?"}
        """
    )
    let empty = AlertState<Never> { TextState("Saved") }
    #expect(try roundTrip(empty) == empty)
  }

  @Test(arguments: [ConfirmationDialogStateTitleVisibility.automatic, .hidden, .visible])
  func dialogs(_ visibility: ConfirmationDialogStateTitleVisibility) throws {
    let dialog = ConfirmationDialogState(titleVisibility: visibility) {
      TextState("Leave?")
    } actions: {
      ButtonState(action: .send(1)) { TextState("Save") }
    }
    let copy = try roundTrip(dialog)
    #expect(copy == dialog)
    #expect(copy.titleVisibility == visibility)
    #expect(copy.id != dialog.id)
  }

  @Test(arguments: [nil, 5]) func actionsOfButtons(_ action: Int?) throws {
    let action = ButtonStateAction.send(action)
    #expect(try roundTrip(action) == action)
  }

  @Test(arguments: [
    TextState("plain"),
    TextState("a") + TextState("b"),
    TextState("all").bold().italic().underline().strikethrough().foregroundColor(.purple),
    TextState("Delete ") + TextState("x").italic() + TextState("?").foregroundColor(.rgb(red: 1, green: 2, blue: 3)),
    TextState(""),
  ])
  func texts(_ text: TextState) throws {
    #expect(try roundTrip(text) == text)
  }

  @Test func theFormOfTexts() throws {
    #expect(try json(TextState("plain")) == #""plain""#)
    #expect(
      try json(TextState("a") + TextState("b").bold().foregroundColor(.red))
        == #"[{"text":"a"},{"bold":true,"color":{"red":{}},"text":"b"}]"#
    )
  }
}
