@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Testing

@testable import InspectorProgram

@Suite struct JSONChangeTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    try JSONChange.changes(from: JSONValue(parsing: JSONText(old.utf8)), to: JSONValue(parsing: JSONText(new.utf8))).map
    {
      "\($0.path) \($0.old?.compactText ?? "+") \($0.new?.compactText ?? "-")"
    }
  }

  @Test func membersAreCompared() throws {
    let found = try changes(#"{"a":1,"b":{"c":true,"d":"x"}}"#, #"{"a":2,"b":{"c":true,"e":null}}"#)
    #expect(found == ["a 1 2", #"b.d "x" -"#, "b.e + null"])
  }

  @Test func equalValuesHaveNoChanges() throws {
    #expect(try changes(#"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":2}]}"#) == [])
  }

  @Test func elementsAreComparedByPosition() throws {
    #expect(try changes("[1,2,3]", "[1,4]") == ["[1] 2 4", "[2] 3 -"])
  }

  @Test func elementsWithIDsAreComparedByID() throws {
    let old = #"{"rows":[{"id":1,"t":"a"},{"id":2,"t":"b"}]}"#
    let new = #"{"rows":[{"id":2,"t":"B"},{"id":3,"t":"c"}]}"#
    #expect(
      try changes(old, new) == [
        #"rows[id: 1] {"id":1,"t":"a"} -"#, #"rows[id: 2].t "b" "B""#, #"rows[id: 3] + {"id":3,"t":"c"}"#,
      ]
    )
  }

  @Test func repeatedIDsAreComparedByPosition() throws {
    let old = #"[{"id":1,"t":"a"},{"id":1,"t":"b"}]"#
    #expect(try changes(old, #"[{"id":1,"t":"a"},{"id":1,"t":"c"}]"#) == [#"[1].t "b" "c""#])
  }

  @Test func anotherKindReplacesTheValue() throws {
    #expect(try changes(#"{"a":[1]}"#, #"{"a":{"b":1}}"#) == [#"a [1] {"b":1}"#])
  }
}
