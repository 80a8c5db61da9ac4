import ExampleTestSupport
import Foundation
import Testing

/// The program as a process: the command line, scripts, files, exit codes.
@Suite struct SignUpProcessTests {
  private let place: TemporaryPlace

  init() throws {
    place = try TemporaryPlace()
  }

  private static let script = """
    start
    enter email blob@example.org
    enter password correct horse
    next
    enter name Blob
    enter phone 555 010 0199
    next
    toggle music
    next
    submit
    """

  @Test func anAccountIsMadeAndAnotherRunFindsIt() throws {
    let arguments = ["--script", "-", "--accounts", place.path("accounts.json")]
    let first = try ExampleProcess("signup", arguments, input: Self.script)
    #expect(first.exitCode == 0 && first.error == "")
    #expect(first.intents.count == 10)
    #expect(first.output.contains("Welcome, Blob."))
    let second = try ExampleProcess("signup", arguments, input: Self.script)
    #expect(second.exitCode == 0)
    #expect(second.output.contains("There is an account for blob@example.org already."))
    #expect(!second.output.contains("Welcome, Blob."))
  }

  @Test func aPictureIsStoredAndItsRecordingRepeated() throws {
    let bytes = Data("GIF89a, and the marker of the content".utf8)
    try bytes.write(to: place.url.appending(component: "me.gif"))
    let script = Self.script.replacing("enter name", with: "enter picture \(place.path("me.gif"))\nenter name")
    let (accounts, recording) = (place.path("accounts.json"), place.path("a.recording.jsonl"))
    let arguments = ["--script", "-", "--accounts", accounts, "--record", recording]
    let run = try ExampleProcess("signup", arguments, input: script)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Blob, 555 010 0199, me.gif (GIF, 37 bytes)"))
    #expect(run.output.contains("Welcome, Blob."))
    let names = try FileManager.default.contentsOfDirectory(atPath: accounts + ".pictures")
    #expect(names.count == 1)
    let stored = try #require(names.first)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(accounts).pictures/\(stored)")) == bytes)
    #expect(try String(contentsOfFile: accounts, encoding: .utf8).contains("\"picture\" : \"\(stored)\""))
    #expect(try !String(contentsOfFile: recording, encoding: .utf8).contains("marker"))
    // Without the file.
    try FileManager.default.removeItem(atPath: place.path("me.gif"))
    #expect(try ExampleProcess("signup", ["--replay", recording]).exitCode == 0)
  }

  /// A recording may come from elsewhere. Its escape codes would reach the terminal of the user.
  @Test func aHostileRecordingPrintsNoEscapeCodes() throws {
    let (accounts, path) = (place.path("accounts.json"), place.path("a.recording.jsonl"))
    let arguments = ["--script", "-", "--accounts", accounts, "--record", path]
    #expect(try ExampleProcess("signup", arguments, input: Self.script).exitCode == 0)
    var recording = try String(contentsOfFile: path, encoding: .utf8)
    // The last occurrence is in a state, so the replay diverges and shows it.
    let last = try #require(recording.range(of: "Blob", options: .backwards))
    recording.replaceSubrange(last, with: #"\u001b]0;owned\u0007\u001b[31mRED"#)
    try recording.write(toFile: path, atomically: true, encoding: .utf8)
    let replay = try ExampleProcess("signup", ["--replay", path])
    #expect(replay.exitCode == 1)
    #expect(replay.output.contains("RED"))
    #expect(!(replay.output + replay.error).contains { $0 == "\u{1B}" || $0 == "\u{07}" })

    try "\u{1B}]0;owned\u{07}\u{1B}[31mRED\n".write(toFile: path, atomically: true, encoding: .utf8)
    let refusal = try ExampleProcess("signup", ["--replay", path])
    #expect(refusal.exitCode == 66)
    #expect(refusal.error.contains(#"before '\u{1B}]0;owned"#))
    #expect(!(refusal.output + refusal.error).contains { $0 == "\u{1B}" || $0 == "\u{07}" })
  }

  @Test(arguments: ["", "\n\n", String(repeating: "\0", count: 100)])
  func aFileWithoutAStoreIsNotReplayed(_ contents: String) throws {
    let path = place.path("a.recording.jsonl")
    try contents.write(toFile: path, atomically: true, encoding: .utf8)
    let refusal = try ExampleProcess("signup", ["--replay", path])
    #expect(refusal.exitCode == 66)
    #expect(refusal.error.contains("The file is no recording, because it has no store."), "\(refusal.error)")
  }

  @Test func withoutAFileAccountsAreForgotten() throws {
    for _ in 1...2 {
      #expect(try ExampleProcess("signup", ["--script", "-"], input: Self.script).output.contains("Welcome, Blob."))
    }
  }

  @Test func aScriptFromAFileIsPlayedAtTheSizeAskedFor() throws {
    try Data("start # now".utf8).write(to: place.url.appending(component: "script"))
    let run = try ExampleProcess("signup", ["--script", place.path("script"), "--size", "20x5"])
    #expect(run.output == "> start\n[esc] … › Account\n› Email\n  Password\n[enter] Next\n[ctrl-x] Cancel\n")
  }

  @Test(
    arguments: [
      (["--acounts", "x"], "", "signup: Unknown option '--acounts'. Did you mean '--accounts'?\n"),
      (["--script", "-"], "nxet", "signup: line 1: unknown intent 'nxet'; did you mean 'next'?\n"),
      (
        [], "",
        "signup: standard input is not a terminal; run it in one, or play a script: signup --script FILE ('-' reads it here)\n"
      ),
      (["--size", "big"], "", nil),
    ]
  )
  func aMistakeGetsOneLineAnd64(arguments: [String], input: String, message: String?) throws {
    let run = try ExampleProcess("signup", arguments, input: input)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    if let message { #expect(run.error == message) }
    #expect(run.error.hasPrefix("signup: "))
  }

  @Test func aDumbTerminalGetsAPromptAndPlainText() throws {
    let program = try Conversation("signup", [], environment: ["TERM": "dumb"])
    try program.expect("An account in three steps.")
    try program.expect("\n> ")
    try program.write("submit")
    #expect(try program.expect("\n> ") == "'submit' means nothing on this screen, 'Sign up'\n> ")
    try program.write("start")
    try program.expect("› Email")
    try program.expect("\n> ")
    try program.write("enter email blob@example.org")
    try program.expect("blob@example.org")
    // The end of the input quits.
    #expect(try program.finish() == 0)
  }

  @Test func aLineThatAsksForWhatIsNotThereEndsTheScript() throws {
    let run = try ExampleProcess("signup", ["--script", "-"], input: "start\nsubmit\nback")
    #expect(run.exitCode == 64)
    #expect(run.intents == ["start"])
    #expect(run.error == "signup: line 2: 'submit' means nothing on this screen, 'Account'\n")
  }

  @Test func helpGoesToStandardOutput() throws {
    let run = try ExampleProcess("signup", ["--help"])
    #expect(run.exitCode == 0)
    #expect(run.output.contains("enter FIELD TEXT"))
    #expect(run.output.contains("remove picture"))
  }
}
