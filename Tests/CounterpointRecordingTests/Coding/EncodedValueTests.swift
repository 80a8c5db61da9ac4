import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite struct EncodedValueTests {
  private struct Form: Codable {
    var draft = Draft()
    var question: String?
    var path: [String] = []
    var other = 0
  }

  private struct Draft: Codable {
    var email = ""
    var text = String(repeating: "long ", count: 20)
    var address = ["city": "Leipzig"]
  }

  private func changes(_ change: (inout Form) -> Void) throws -> [FieldChange] {
    var form = Form()
    form.question = "why?"
    let old = try CanonicalJSON.encode(form)
    change(&form)
    return try CanonicalJSON.encode(form).changes(from: old)
  }

  @Test func anEqualValueHasNoChanges() throws {
    #expect(try changes { _ in } == [])
  }

  @Test func changesAreNamedToADepthOfTwo() throws {
    let changed = try changes {
      $0.draft.email = "a"
      $0.draft.address["city"] = "Berlin"
      $0.path = ["x"]
    }
    #expect(changed.map(\.path) == ["draft.address", "draft.email", "path"])
    #expect(changed[1].value == .json(JSONText(Array(#""a""#.utf8))))
  }

  @Test func aFieldThatVanishesIsAbsent() throws {
    #expect(try changes { $0.question = nil } == [FieldChange(path: "question", value: .absent)])
  }

  @Test func aNewFieldWithFieldsIsAnEmptyObjectWithFields() throws {
    struct Form: Encodable {
      var draft: Draft?
    }
    let (empty, full) = (try CanonicalJSON.encode(Form()), try CanonicalJSON.encode(Form(draft: Draft())))
    let changed = full.changes(from: empty)
    #expect(changed.map(\.path) == ["draft", "draft.address", "draft.email", "draft.text"])
    #expect(changed[0].value == .json(JSONText(Array("{}".utf8))))
    #expect(empty.changes(from: full) == [FieldChange(path: "draft", value: .absent)])
  }

  @Test func aDotInAKeyIsNoSeparator() throws {
    enum Keys: String, CodingKey { case a = "a.b", c = #"c\d"# }
    struct Form: Encodable {
      var number = 1

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .a)
        try container.encode([number], forKey: .c)
      }
    }
    let paths = try CanonicalJSON.encode(Form(number: 2)).changes(from: CanonicalJSON.encode(Form())).map(\.path)
    #expect(paths == [#"a\.b"#, #"c\\d"#])
    #expect(paths.map(FieldPath.keys) == [["a.b"], [#"c\d"#]])
    #expect(paths.map(FieldPath.parent) == ["", ""])
    let path = FieldPath.joined(FieldPath.joined("x", "y.z"), "")
    #expect(FieldPath.keys(of: path) == ["x", "y.z", ""])
    #expect(FieldPath.parent(of: path) == #"x.y\.z"#)
    // A key that begins with a combining mark.
    #expect(FieldPath.isInside(FieldPath.joined("x", "\u{301}y"), "x"))
    #expect(!FieldPath.isInside("xy", "x"))
  }

  @Test func longValuesAreHashed() throws {
    let changed = try changes { $0.draft.text += "!" }
    #expect(changed.map(\.path) == ["draft.text"])
    let text = #"""# + String(repeating: "long ", count: 20) + #"!""#
    #expect(changed[0].value == .digest(stableHash(Array(text.utf8))))
  }

  @Test func theHashIsTheSameInEveryProcess() {
    // Fixed numbers, because another seed or algorithm would make all recordings diverge.
    #expect(stableHash([]) == 0xFDBD_F6AC_4FC5_2E7F)
    #expect(stableHash(Array("counterpoint".utf8)) == 0x9BD8_4950_D7A7_2F66)
  }
}
