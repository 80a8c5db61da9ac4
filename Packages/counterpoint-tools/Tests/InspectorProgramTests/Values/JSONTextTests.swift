@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Testing

@testable import InspectorProgram

@Suite struct JSONTextTests {
  @Test(arguments: [
    "null", "true", "-3", "18446744073709551615", "1.5", #""a\"b\\\nc\u0001""#, "[]", "{}",
    #"{"a":[1,{"b":false}],"c":""}"#,
  ])
  func textsAreParsedAndWritten(text: String) throws {
    #expect(try JSONValue(parsing: JSONText(text.utf8)).compactText == text)
  }

  @Test func indentedLines() {
    let value = JSONValue.object(["b": .array([1, .object([:])]), "a": "x"])
    #expect(
      value.indentedLines == [
        "{", #"  "a": "x","#, #"  "b": ["#, "    1,", "    {}", "  ]", "}",
      ]
    )
  }

  @Test(arguments: [
    (#"{"startButtonTapped":{}}"#, "startButtonTapped", "startButtonTapped", nil),
    (
      #"{"path":{"_0":{"element":{"id":3,"action":{"basics":{"_0":{"nextButtonTapped":{}}}}}}}}"#,
      "path[3].basics.nextButtonTapped", "path[].basics.nextButtonTapped", nil
    ),
    (
      #"{"binding":{"_0":{"set":"draft.email","to":"b"}}}"#, "binding.set(draft.email)", "binding.set(draft.email)",
      #""b""#
    ),
    (#"{"answered":{"_0":7}}"#, "answered", "answered", "7"),
    (#"{"moved":{"by":1,"with":2}}"#, "moved", "moved", #"{"by":1,"with":2}"#),
    ("5", "", "", "5"),
  ])
  func namesOfActions(json: String, name: String, shape: String, payload: String?) throws {
    let found = try ActionName(JSONValue(parsing: JSONText(json.utf8)))
    #expect(found.text == name)
    #expect(found.shape == shape)
    #expect(found.payload?.compactText == payload)
  }

  @Test func treesShowChanges() throws {
    let old = try JSONValue(parsing: JSONText(#"{"a":{"b":{"c":{"d":1}}},"e":{"f":{"g":{"h":2}}}}"#.utf8))
    let new = try JSONValue(parsing: JSONText(#"{"a":{"b":{"c":{"d":3}}},"e":{"f":{"g":{"h":2}}}}"#.utf8))
    var tree = JSONTree()
    tree.update(new, changes: JSONChange.changes(from: old, to: new))
    func text() -> [String] {
      tree.rows.map { row in
        String(repeating: " ", count: row.depth) + row.label + " " + row.summary + (row.change == nil ? "" : " changed")
      }
    }
    #expect(text() == ["a {1}", " b {1}", "  c {1}", "   d 3 changed", "e {1}", " f {1}", "  g {1}"])
    tree.toggle(tree.rows[0].path)
    tree.update(new, changes: [])
    #expect(text() == ["a {1}", "e {1}", " f {1}", "  g {1}"])
  }
}
