import SignUp
import SignUpTerminal
import Testing

@Suite struct SignUpIntentTests {
  @Test(
    arguments: [
      ("start", SignUpIntent.start), ("next", .next), ("back", .back), ("cancel", .cancel), ("submit", .submit),
      ("quit", .quit), ("enter name Blob Jr.", .enter(field: "name", text: "Blob Jr.")),
      ("enter name", .enter(field: "name", text: "")), ("toggle music", .toggle(field: "music")),
      ("edit personal-info", .edit(.personalInfo)), ("choose Keep going", .choose(button: "Keep going")),
      ("enter picture ~/my picture.png", .enter(field: "picture", text: "~/my picture.png")),
      ("remove picture", .remove(field: "picture")),
    ]
  )
  func intents(text: String, intent: SignUpIntent) throws {
    #expect(try SignUpIntent(text) == intent)
  }

  @Test(
    arguments: [
      ("nxet", "unknown intent 'nxet'; did you mean 'next'?"),
      ("next please", "'next' does not take 'please'"),
      ("enter", "'enter' takes a field and its text, as in 'enter name Blob'"),
      ("toggle", "'toggle' takes a topic, as in 'toggle music'"),
      ("remove", "'remove' takes a field, as in 'remove picture'"),
      ("choose", "'choose' takes a button, as in 'choose Keep going'"),
      ("edit topic", "'edit' takes a part of the summary, not 'topic'; did you mean 'topics'?"),
      ("edit", "'edit' takes a part of the summary, as in 'edit topics'"),
      (
        "edit everything",
        "'edit' takes a part of the summary, not 'everything'; the parts are basics, personal-info, topics"
      ),
    ]
  )
  func mistakes(text: String, message: String) {
    let error = #expect(throws: SignUpIntentError.self) { try SignUpIntent(text) }
    #expect(error?.description == message)
  }
}
