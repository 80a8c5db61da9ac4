@testable import CounterpointTesting
import Testing

/// The declarations of types are found in any source, however it is written.
@Suite struct DeclarationParserTests {
  private func types(_ source: String) -> [TypeDeclaration] {
    DeclarationParser(Array(source.utf8), file: "/a.swift").types
  }

  private func properties(_ source: String) -> [String] {
    let types = types("struct A {\n\(source)\n}")
    return types[0].properties.map { property in
      let keyword = property.isConstant ? "let" : "var"
      let access = "\(property.reading.level)/\(property.writing.level)"
      return "\(access) \(keyword) \(property.name): \(property.type) = \(property.initialValue ?? "-")"
    }
  }

  @Test func properties() {
    #expect(properties("var a = 1") == ["internal/internal var a:  = 1"])
    #expect(
      properties("public private(set) var a: [String: Int] = [:]\n  private let b: Int?") == [
        "public/private var a: [String: Int] = [:]", "private/private let b: Int? = -",
      ]
    )
  }

  @Test func severalPropertiesInOneLine() {
    #expect(
      properties("var a = 0, b: Int, c = [1, 2]") == [
        "internal/internal var a:  = 0", "internal/internal var b: Int = -", "internal/internal var c:  = [1, 2]",
      ]
    )
    #expect(properties("var a = Pair<Int, String>(), b = 2").map { $0.hasSuffix("= 2") } == [false, true])
  }

  @Test func propertiesWithBodies() {
    #expect(properties("var a: Int { 1 }\n var b: Int {\n get { 1 }\n }\n static var c = 1") == [])
    #expect(
      properties("var a = 1 {\n didSet { print(a) }\n }\n var b: Int {\n willSet {}\n }") == [
        "internal/internal var a:  = 1", "internal/internal var b: Int = -",
      ]
    )
    #expect(
      properties("var a = { 1 }()\n var b = [1].map { $0 }\n .count") == [
        "internal/internal var a:  = { 1 }()", "internal/internal var b:  = [1].map { $0 }\n .count",
      ]
    )
  }

  @Test func attributes() {
    let type = types("struct A {\n @Shared(.inMemory(\"a\")) var a = 1\n @Foo.Bar lazy var b = 2\n}")[0]
    #expect(type.properties.map(\.attributes) == [["Shared"], ["Bar"]])
    #expect(type.properties.map(\.isLazy) == [false, true])
  }

  @Test func literalsAndComments() {
    let source = ##"""
      // struct No {
      /* struct No { /* } */ */
      let text = "struct No { \("}" + "{")"
      let raw = #"" { \(1) \#("}")"#
      let lines = """
        struct No { "quoted"
        """
      let regex = /[{"]/
      let other = #/{"/#
      struct Yes { let ratio = 4 / 2; var a = 1 }
      """##
    #expect(types(source).map(\.path) == [["Yes"]])
    #expect(types(source)[0].properties.map(\.name) == ["ratio", "a"])
  }

  @Test func nestedTypes() {
    let source = """
      public struct A: B where C == D {
        private enum E { case a, b(Int) }
        func f() { struct Local { var a = 1 } }
        #if DEBUG
        class F {}
        #else
        #endif
      }
      extension A.E { struct G<T> { var t: T } }
      public extension A { struct H {} }
      protocol P { struct No; var a: Int { get } }
      actor I {}
      """
    let types = types(source)
    #expect(types.map(\.path) == [["A"], ["A", "E"], ["Local"], ["A", "F"], ["A", "E", "G"], ["A", "H"], ["I"]])
    #expect(types.map { $0.function != nil } == [false, false, true, false, false, false, false])
    #expect(types[1].visibilities.map(\.level) == [.public, .private])
    #expect(types[1].visibilities[1].lines == 1...8)
    #expect(types[5].visibilities.map(\.level) == [.public])
  }

  @Test func initializers() {
    let source = """
      struct A {
        init(a: Int, _ b: Int = 2, to c: [Int]) {
          self.a = a
          self.b = b; d = c
        }
        init(x: Int) { a = x * 2 }
        init?(y: Int) { a = y }
        init(z: Int) throws { a = z }
        private init() { self.init(x: 1) }
      }
      extension A { init(more: Int) { self.init(x: more) } }
      """
    let type = types(source)[0]
    #expect(type.hasInitializers)
    #expect(type.initializers.map { $0.parameters.map(\.label) } == [["a", nil, "to"], ["x"], []])
    #expect(type.initializers.map(\.assignments) == [["a": "a", "b": "b", "d": "c"], nil, nil])
    #expect(type.initializers.map(\.visibility.level) == [.internal, .internal, .private])
    #expect(!types("struct A {}\nextension A { init(a: Int) {} }")[0].hasInitializers)
  }

  @Test func cases() {
    let type = types(
      "enum A: Int {\n case a((Int, Int)), b(Int, Int), c((Int) -> Void)\n case `default` = 1, e = 2\n}"
    )[0]
    #expect(type.casesOfTuples == ["a"])
  }

  @Test func imports() {
    let parser = DeclarationParser(
      Array("import A\n@testable import B\nimport struct C.D\n@_spi(X) @testable import E\npublic import F".utf8),
      file: ""
    )
    #expect(parser.imports == ["A": false, "B": true, "C": false, "E": true, "F": false])
  }

  /// Broken source must neither trap nor loop.
  @Test func damagedSource() {
    let source =
      "struct A<T: B> { private(set) var a: [Int] = [1], b = { \"}\" }; case a(Int); init(a: Int) { self.a = a } }"
    for end in source.indices { _ = types(String(source[..<end])) }
    for end in source.indices { _ = types(String(source[end...])) }
  }
}
