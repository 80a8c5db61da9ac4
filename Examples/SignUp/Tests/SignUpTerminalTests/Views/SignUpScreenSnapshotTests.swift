import Counterpoint
import CounterpointTerminal
import CounterpointTerminalTestSupport
import Foundation
import SignUp
import SignUpTerminal
import Testing

/// A flow played with the keyboard, with a look at every screen.
@MainActor
@Suite struct SignUpScreenSnapshotTests {
  private func expect(_ person: Person, _ name: String, size: TerminalSize = .standard) throws {
    try expectScreen(person.screen.screen(size: size), named: name, size: size)
  }

  @Test func happyFlow() async throws {
    let person = Person()
    try expect(person, "1-start")
    person.press(.enter)
    try expect(person, "2-basics")
    person.type("blob")
    person.press(.enter, .enter)
    try expect(person, "3-basics-invalid")
    person.type("@example.org")
    person.press(.tab)
    person.type("correct horse")
    person.press(.enter)
    try expect(person, "4-personal-info")
    person.type("Blob")
    person.press(.enter)
    person.type("555 010 0199")
    person.press(.enter, .enter, .enter)
    try expect(person, "5-topics-none")
    person.press(" ", .down, .down, .down, " ")
    try expect(person, "6-topics")
    person.press(.enter)
    try expect(person, "7-summary")
    person.press(.down, "e", " ", "J", "r", ".")
    try expect(person, "8-edit")
    person.press(.enter, .enter, .enter)
    try expect(person, "9-edited")
  }

  @Test func picture() async throws {
    let person = Person(
      pictures: PictureClient { file in
        guard file.name == "me.png" else { throw PictureError.notAPicture(name: file.name) }
        return Picture(id: UUID(), name: file.name, format: .png, byteCount: 12_345)
      }
    )
    person.goToPicture()
    person.type("~/text.png")
    person.press(.enter)
    await person.waitForPicture()
    try expect(person, "picture-1-refused")
    person.press(.control("u"))
    person.type("~/me.png")
    person.press(.enter)
    await person.waitForPicture()
    person.press(.escape)
    try expect(person, "picture-2-accepted")
    person.press(.enter, " ", .enter)
    try expect(person, "picture-3-summary")
  }

  @Test func cancelling() throws {
    let person = Person()
    person.goToSummary()
    person.press(.control("x"))
    try expect(person, "cancel-1-dialog")
    person.press(.up)
    try expect(person, "cancel-2-selected")
  }

  @Test func signingUp() async throws {
    let store = Person(SignUpFeature.State(account: Account(SignUpDraft(email: "blob@example.org", name: "Blob"))))
    try expect(store, "done")
  }

  @Test func failing() async throws {
    let summary = Summary.State(
      destination: .alert(
        AlertState {
          TextState("You are not signed up")
        } actions: {
          ButtonState(action: .tryAgainButtonTapped) { TextState("Try again") }
          ButtonState(role: .cancel) { TextState("OK") }
        } message: {
          TextState("There is an account for blob@example.org already.")
        }
      ),
      draft: SignUpDraft(email: "blob@example.org", password: "correct horse", name: "Blob", phone: "555 010 0199")
    )
    var path = StackState<SignUpFeature.Path.State>()
    path.append(.summary(summary))
    try expect(Person(SignUpFeature.State(path: path)), "failure")
  }

  @Test func submitting() throws {
    var path = StackState<SignUpFeature.Path.State>()
    path.append(
      .summary(Summary.State(draft: SignUpDraft(email: "blob@example.org", name: "Blob"), isSubmitting: true))
    )
    try expect(Person(SignUpFeature.State(path: path)), "submitting")
  }

  @Test func smallTerminal() throws {
    let size = TerminalSize(columns: 20, rows: 5)
    let person = Person()
    try expect(person, "small-1-start", size: size)
    person.press(.enter, .down, .enter)
    try expect(person, "small-2-basics", size: size)
    person.type("blob@example.org")
    person.press(.down)
    person.type("correct horse")
    person.press(.enter)
    person.type("Blob")
    person.press(.down)
    person.type("5550100")
    person.press(.enter, .enter, .up)
    try expect(person, "small-3-topics", size: size)
    person.press(" ", .enter)
    try expect(person, "small-4-summary", size: size)
    person.press(.control("x"))
    try expect(person, "small-5-dialog", size: size)
  }
}
