@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation
import Testing

@testable import InspectorProgram

/// The texts of a hostile recording or program, as the inspector prints them.
@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("plain é 👩‍👩‍👧 漢", "plain é 👩‍👩‍👧 漢"), ("\u{1B}]0;x\u{7}", "\\u{1B}]0;x\\u{7}"), ("a\r\nb", "a\\u{D}\\u{A}b"),
    ("\u{9B}2J", "\\u{9B}2J"), ("\u{202E}abc", "\\u{202E}abc"), ("\u{1B}\u{301}[m", "\\u{1B}\u{301}[m"),
  ])
  func controlCharactersAreEscaped(text: String, printed: String) {
    #expect(printable(text) == printed)
  }

  @Test func eventsPrintNoEscapeSequences() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = [
      #"{"v":1,"s":1,"feature":"\u001b]0;owned\u0007","label":"\u001b[31mL","at":1}"#,
      #"{"s":1,"n":1,"t":-9223372036854775808,"by":["u","\u001b[2Jz"],"a":{"\u001b[5m":{}}}"#,
      #"{"s":1,"n":1,"note":"\u001b]52;c;eA==\u0007\u202e"}"#,
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    var count = 0
    for try await batch in try InspectedProgram(recording: file).batches() {
      for event in batch {
        count += 1
        #expect(!TextOfEvent.line(event).unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
    }
    #expect(count >= 3)
  }

  @Test(arguments: [
    (Int64.min, "-9223372036854.775s"), (-1, "-0.000s"), (-1_500_000, "-1.500s"), (0, "0.000s"),
    (12_345_678, "12.345s"),
    (.max, "9223372036854.775s"),
  ])
  func timesOfDamagedRecordingsHaveTexts(microseconds: Int64, text: String) {
    #expect(timeText(microseconds) == text)
  }

  @Test func agesOfDamagedRecordingsHaveTexts() {
    #expect(ageText(of: .min, at: .max) == timeText(.max))
    #expect(ageText(of: .max, at: .min) == timeText(.max))
    #expect(ageText(of: 1_000_000, at: 3_000_000) == "2.000s")
  }
}
