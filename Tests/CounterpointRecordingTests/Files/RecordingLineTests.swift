import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite struct RecordingLineTests {
  private static func json(_ text: String) -> JSONText { JSONText(Array(text.utf8)) }

  private static let lines: [RecordingLine] = [
    .header(RecordingLine.Header(store: 1, feature: "App.Feature<\"x\">", label: nil, date: 1_795_338_681.708396)),
    .header(RecordingLine.Header(store: 2, feature: "App.Feature", label: "visitor\n7", date: 0)),
    .snapshot(RecordingLine.Snapshot(store: 1, number: 0, numbering: 3, state: json(#"{"a":[{"b":"}]\""}]}"#))),
    .snapshot(RecordingLine.Snapshot(store: 1, number: 9, numbering: 0, state: nil, opaque: "State(): \"why\"")),
    .action(
      RecordingLine.Action(
        store: 1,
        number: 3,
        time: 7,
        cause: .user("App/View.swift:27"),
        action: json(#"{"n":18446744073709551615}"#)
      )
    ),
    .action(
      RecordingLine.Action(
        store: 1,
        number: 4,
        time: .max,
        cause: .effect(of: 3, "A.swift:1"),
        numbering: 5,
        opaque: ".a: why"
      )
    ),
    .action(RecordingLine.Action(store: 1, number: 5, time: 0, cause: .reducer(of: 4), action: json("[]"))),
    .action(RecordingLine.Action(store: 1, number: 6, time: 0, cause: .observer("A.swift:2"), action: json("1"))),
    .result(
      RecordingLine.Result(
        store: 1,
        number: 3,
        reads: [
          RecordingLine.Read(name: "uuid", value: json(#""A82F""#)), RecordingLine.Read(name: "failing", value: nil),
          RecordingLine.Read(name: "random", value: json("18446744073709551615")),
        ],
        changes: [
          FieldChange(path: "a", value: .json(json("9007199254740993"))),
          FieldChange(path: "draft.email", value: .digest(.max)), FieldChange(path: "path", value: .absent),
        ]
      )
    ),
    .shared(RecordingLine.Shared(store: 2, name: ".inMemory(\"stats\")", value: json("105"))),
  ]

  @Test(arguments: lines.indices)
  func aLineIsReadAsItWasWritten(_ index: Int) throws {
    let line = Self.lines[index]
    let bytes = line.bytes
    #expect(bytes.last == UInt8(ascii: "\n"))
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect("\(try RecordingLine(parsing: bytes.dropLast()))" == "\(line)")
    #expect(throws: Never.self) { try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }
  }

  @Test(arguments: [
    "", "null", "[]", "{", "{}", #"{"s":1}"#, #"{"s":"1","n":1}"#, #"{"s":1,"n":1} "#, #"{"s":1,"n":1}}"#,
    #"{"s":1,"n":1,"by":["x","A.swift:1"],"a":1}"#, #"{"s":1,"n":1,"by":["u"],"a":1}"#, #"{"v":2,"s":1,"n":1}"#,
    #"{"s":1,"n":1,"d":{"a":"-"}}"#, #"{"s":1,"n":1,"r":[[]]}"#,
    // Numbers with which calculations would overflow.
    #"{"s":1,"n":-9223372036854775808,"by":["u","A.swift:1"],"a":1}"#, #"{"s":1,"n":-1}"#,
    #"{"s":1,"n":9223372036854775807,"restart":1,"stack":0,"state":{"a":1}}"#, #"{"s":1,"n":9007199254740992}"#,
    #"{"s":1,"n":1,"by":["r",9223372036854775807,"A.swift:1"],"a":1}"#,
    #"{"s":1,"n":1,"stack":9223372036854775807,"state":1}"#,
    #"{"s":1,"effect":1,"t":1,"run":"A","of":-9223372036854775808}"#,
  ])
  func otherLinesAreErrors(_ text: String) {
    #expect(throws: RecordingLine.ParsingError.self) { try RecordingLine(parsing: Array(text.utf8)[...]) }
  }

  @Test func aLineThatIsCutAnywhereIsAnError() {
    for line in Self.lines {
      let bytes = line.bytes.dropLast()
      for count in 0..<bytes.count {
        #expect(throws: RecordingLine.ParsingError.self) { try RecordingLine(parsing: bytes.prefix(count)) }
      }
    }
  }
}
