import Counterpoint
import CounterpointTerminal
import ExampleTestSupport
import Foundation
import SignUp
import SignUpTerminal
import Testing

@MainActor
@Suite struct SignUpKeyTests {
  @Test func whatIsTypedIsInTheDraft() {
    let person = Person()
    person.goToSummary()
    #expect(
      person.store.draft
        == SignUpDraft(
          email: "blob@example.org",
          password: "correct horse",
          name: "Blob",
          phone: "555 010 0199",
          topics: [.books, .music]
        )
    )
    #expect(person.store.withState(\.path.count) == 4)
  }

  @Test func aLetterInAFieldIsNoCommand() {
    let person = Person()
    person.press(.enter)
    #expect(!person.press("q"))
    person.press("e", "s")
    #expect(person.store.draft.email == "qes")
    #expect(person.screen.command(for: .paste("\nx")) == nil)
    #expect(person.store.draft.email == "qesx")
  }

  @Test func whatIsWrongGetsTheCursor() {
    let person = Person()
    person.press(.enter)
    person.type("blob@example.org")
    person.press(.enter, .enter)
    #expect(person.text.contains("Enter at least 8 characters."))
    #expect(!person.text.contains("Enter an address"))
    person.type("correct horse")
    #expect(!person.text.contains("Enter at least 8 characters."))
    #expect(person.store.draft.password == "correct horse")
  }

  @Test(arguments: [Key.escape, Key.left.with(.alt)])
  func theBackKeyTakesTheTopmostScreenAway(key: Key) {
    let person = Person()
    person.goToSummary()
    person.press(key)
    #expect(person.store.withState(\.path.count) == 3)
    #expect(person.text.hasPrefix("[esc] Sign up › Account › About you › Topics\n"))
    person.press(key, key, key)
    #expect(person.text.contains("[enter] Go on"))
    person.press(key)
    person.press(.enter)
    #expect(person.text.contains("blob@example.org"))
  }

  @Test func aPartIsEditedFromTheSummary() {
    let person = Person()
    person.goToSummary()
    person.press(.down, .enter)
    #expect(person.text.hasPrefix("[esc] Sign up › Account › About you › Topics › Summary › Edit: About you\n"))
    person.type(" Jr.")
    person.press(.escape)
    #expect(person.store.draft.name == "Blob")
    person.press("e")
    person.type(" Jr.")
    person.press(.enter, .enter, .enter)
    #expect(person.store.draft.name == "Blob Jr.")
    #expect(person.text.contains("› About you  Blob Jr., 555 010 0199"))
  }

  @Test func aPictureIsReadFromItsPath() async throws {
    let place = try TemporaryPlace()
    try Data("GIF89a".utf8).write(to: place.url.appending(component: "me.gif"))
    let person = Person()
    person.goToPicture()
    person.type(place.path("you.gif"))
    person.press(.enter)
    await person.waitForPicture()
    #expect(person.text.contains("There is no file at"))
    #expect(person.text.hasPrefix("[esc] Sign up › Account › About you\n"))
    person.press(.control("u"))
    #expect(!person.text.contains("There is no file at"))
    person.type(place.path("me.gif"))
    person.press(.enter)
    await person.waitForPicture()
    #expect(person.store.draft.picture?.summary == "me.gif (GIF, 6 bytes)")
    #expect(person.text.hasPrefix("[esc] Sign up › Account › About you › Topics\n"))
    person.press(.escape)
    #expect(person.text.contains("[ctrl-r] Remove picture"))
    person.press(.control("r"))
    #expect(person.store.draft.picture == nil)
    #expect(!person.text.contains("[ctrl-r]"))
  }

  @Test func cancellingFromWhereAPartIsEdited() {
    let person = Person()
    person.goToSummary()
    person.press("e", .control("x"), .escape)
    #expect(person.text.contains("Edit: Account"))
    person.press(.control("x"), .up, .enter)
    #expect(person.store.withState { $0 } == SignUpFeature.State())
  }

  @Test func aPromptTakesTheKeys() {
    let person = Person()
    person.goToSummary()
    person.press(.control("x"), "e", "s")
    #expect(person.screen.command(for: .paste("x")) == nil)
    #expect(person.text.contains("[>Keep going<]"))
    person.press(.enter)
    #expect(person.store.withState { $0.dialog == nil && $0.path.count == 4 })
    person.press(.escape, .escape, .control("x"), "x")
    #expect(person.screen.command(for: .paste("x")) == nil)
    #expect(person.store.draft.name == "Blob" && person.store.draft.phone == "555 010 0199")
  }

  @Test func aPromptBeginsWithItsOwnDefault() {
    let person = Person()
    person.goToSummary()
    person.press(.control("x"), .up)
    #expect(person.text.contains("[>Discard<]"))
    person.press(.escape, .control("x"))
    #expect(person.text.contains("[>Keep going<]"))
  }

  @Test func qQuitsAtTheStart() {
    let person = Person()
    #expect(person.press("q"))
    #expect(person.screen.command(for: .resize(.standard)) == nil)
  }
}
