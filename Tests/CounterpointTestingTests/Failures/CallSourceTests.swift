@testable import CounterpointTesting
import Testing

@Suite struct CallSourceTests {
  private func call(column: Int = 1, _ source: String) -> CallSource? {
    CallSource(of: "record", inLine: 1, column: column, of: source)
  }

  private func arguments(_ source: String) -> [String]? {
    call(source)?.arguments.map { argument in argument.label.map { "\($0)=\(argument.text)" } ?? argument.text }
  }

  @Test func arguments() {
    #expect(arguments("record()") == [])
    #expect(arguments("await record(a, b: c)") == ["a", "b=c"])
    #expect(arguments("record(\n  \\.said,\n  timeout: .zero,\n)") == ["\\.said", "timeout=.zero"])
    #expect(arguments("record(f(1, 2), [3, 4], x ? y : z)") == ["f(1, 2)", "[3, 4]", "x ? y : z"])
  }

  @Test func bracketsInLiteralsAndCommentsAreIgnored() {
    #expect(arguments(#"record("a, )", b: "\("c)")")"#) == [#""a, )""#, #"b="\("c)")""#])
    #expect(arguments(##"record(#"a" ) \("#, #"\#("b)")"#)"##) == [##"#"a" ) \("#"##, ##"#"\#("b)")"#"##])
    #expect(arguments("record(\"\"\"\n  a \" )\n  \"\"\", b)") == ["\"\"\"\n  a \" )\n  \"\"\"", "b"])
    #expect(arguments("record(a /* ) */, b // )\n)") == ["a /* ) */", "b // )"])
  }

  @Test func closures() {
    let call = call("record(a) {\n  A { b in b }\n} withDependencies: {\n  $0.a = \"}\"\n}\nnext { }")
    #expect(
      call?.closures == [
        CallSource.Argument(label: nil, text: "{\n  A { b in b }\n}"),
        CallSource.Argument(label: "withDependencies", text: "{\n  $0.a = \"}\"\n}"),
      ]
    )
    #expect(self.call("record(a)\nnext { }")?.closures == [])
  }

  @Test func theCallAtTheColumnIsRead() {
    let source = "record(a); x.record(b); xrecord(c)"
    #expect(call(column: 1, source)?.arguments.first?.text == "a")
    #expect(call(column: 14, source)?.arguments.first?.text == "b")
    #expect(call(column: 40, source)?.arguments.first?.text == "b")
  }

  @Test func otherTextIsNoCall() {
    #expect(call("recording(a)") == nil)
    #expect(call("record(a") == nil)
    #expect(call("record(a]") == nil)
    #expect(CallSource(of: "record", inLine: 3, column: 1, of: "record(a)") == nil)
  }
}
