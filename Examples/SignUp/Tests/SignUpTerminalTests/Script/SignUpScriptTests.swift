import Counterpoint
import CounterpointTerminal
import ExampleTestSupport
import Foundation
import SignUp
import SignUpTerminal
import Testing

@MainActor
@Suite struct SignUpScriptTests {
  private static let toSummary = """
    start
    enter email blob@example.org
    enter password correct horse
    next
    enter name Blob
    enter phone 555 010 0199
    next
    toggle music
    toggle books
    toggle books
    next

    """

  private func play(_ text: String, on person: Person) async throws -> [String] {
    var output: [String] = []
    try await Script<SignUpIntent>(parsing: text).play(
      size: .standard,
      perform: person.screen.perform,
      screen: person.screen.screen,
      output: { output.append($0) }
    )
    return output
  }

  @Test func theHappyPath() async throws {
    let person = Person()
    let output = try await play(Self.toSummary + "submit", on: person)
    #expect(output.last?.contains("Welcome, Blob.") == true)
    #expect(person.store.account?.topics == [.music])
  }

  @Test func backEditCancelAndAnInvalidField() async throws {
    let person = Person()
    let script =
      Self.toSummary + """
        back
        next
        edit basics
        enter password short
        next
        back
        edit personal-info
        enter name Blob Jr.
        next
        cancel
        choose keep going
        cancel
        choose Discard
        """
    let output = try await play(script, on: person)
    let screens = Dictionary(zip(stride(from: 0, to: output.count, by: 2), 1...).map { ($1, output[$0 + 1]) }) { $1 }
    #expect(screens[12]?.hasPrefix("[esc] Sign up › Account › About you › Topics\n") == true)
    #expect(screens[16]?.contains("Enter at least 8 characters.") == true)
    #expect(screens[17]?.contains("password of 13 characters") == true)
    #expect(screens[20]?.contains("Blob Jr.") == true)
    #expect(screens[21]?.contains("Stop signing up?") == true)
    #expect(screens[22]?.contains("Blob Jr.") == true)
    #expect(screens[24]?.contains("[enter] Start") == true)
    #expect(person.store.withState { $0 } == SignUpFeature.State())
  }

  @Test func aFailureIsAPrompt() async throws {
    let person = Person(signUp: SignUpClient { _ in throw SignUpError.emailTaken("blob@example.org") })
    let output = try await play(Self.toSummary + "submit\nchoose Try again\nchoose OK", on: person)
    #expect(output[23].contains("There is an account for blob@example.org already."))
    #expect(output[25] == output[23])
    #expect(output[27].contains("[s] Sign up"))
  }

  @Test func aPictureIsEnteredRefusedReplacedAndRemoved() async throws {
    let place = try TemporaryPlace()
    let files = [
      "me.png": Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "text.png": Data("hello".utf8),
      "my other.gif": Data("GIF89a".utf8), "big.gif": Data("GIF89a".utf8) + Data(count: Picture.maximumByteCount),
    ]
    for (name, data) in files { try data.write(to: place.url.appending(component: name)) }
    let person = Person()
    let script = """
      start
      enter email blob@example.org
      enter password correct horse
      next
      enter name Blob
      enter phone 555 010 0199
      enter picture \(place.path("nowhere.png"))
      next
      enter picture \(place.path("text.png"))
      next
      enter picture \(place.path("big.gif"))
      next
      enter picture \(place.path("me.png"))
      next
      toggle music
      next
      edit personal-info
      enter picture \(place.path("my other.gif"))
      next
      edit personal-info
      remove picture
      back
      edit personal-info
      remove picture
      next
      """
    let output = try await play(script, on: person)
    let screens = stride(from: 1, to: output.count, by: 2).map { output[$0] }
    #expect(screens[7].contains("There is no file at"))
    #expect(screens[9].contains("text.png is not a picture. Choose a PNG, JPEG or GIF."))
    #expect(screens[11].contains("big.gif has 5.1 MB. Choose a picture of at most 5 MB."))
    #expect(screens[13].contains("› Topics"))
    #expect(screens[15].contains("Blob, 555 010 0199, me.png (PNG, 8 bytes)"))
    #expect(screens[16].contains("  Picture  me.png (PNG, 8 bytes)"))
    #expect(screens[18].contains("Blob, 555 010 0199, my other.gif (GIF, 6 bytes)"))
    #expect(screens[20].contains("Optional: the path"))
    #expect(screens[21].contains("my other.gif (GIF, 6 bytes)"))
    #expect(screens[24].contains("About you  Blob, 555 010 0199\n"))
    #expect(person.store.draft.picture == nil)
  }

  @Test(
    arguments: [
      ("next", "line 1: 'next' means nothing on this screen, 'Sign up'"),
      ("start\nsubmit", "line 2: 'submit' means nothing on this screen, 'Account'"),
      (
        "start\nenter phone 1",
        "line 2: there is no field 'phone' on this screen; the fields are email, password"
      ),
      ("start\nenter emial a", "line 2: there is no field 'emial' on this screen; did you mean 'email'?"),
      ("start\ntoggle email", "line 2: there is no field 'email' on this screen, nor another one of its kind"),
      (
        "start\nremove picture",
        "line 2: there is nothing to remove: 'picture' is no field of this screen, or it is empty"
      ),
      ("choose OK", "line 1: there is nothing to choose: no prompt is shown"),
      (
        "start\nenter email a\ncancel\nback",
        "line 4: a prompt is shown: choose one of its buttons first, which are Discard, Keep going"
      ),
      (
        "start\nenter email a\ncancel\nchoose Discart",
        "line 4: there is no button 'Discart'; did you mean 'Discard'?"
      ),
    ]
  )
  func whatIsNotThereStopsTheScriptAndSaysWhatIs(text: String, message: String) async {
    let error = await #expect(throws: ScriptError.self) { try await play(text, on: Person()) }
    #expect(error?.description == message)
  }
}
