import CounterpointHTML
import Foundation
import Testing

@Suite struct FieldConstraintTests {
  /// Decides as a site does: by the markup of the page.
  private func decision(
    on text: String,
    _ control: FieldControl,
    _ attributes: Attribute...
  ) throws -> FieldConstraint.Decision {
    let field = attributes.isEmpty ? Element.field("x", control) : Element.field("x", control, attributes[0])
    let constraint = try #require(PageOffers(html { field }).constraints["x"])
    return constraint.decision(on: text)
  }

  @Test func aLineHasNoLineBreaks() throws {
    #expect(try decision(on: "a\r\nb\nc", .text("")) == .write("abc"))
    #expect(try decision(on: "a\nb", .textArea("")) == .write("a\nb"))
  }

  @Test func textsAreCutAtWholeCharacters() throws {
    #expect(try decision(on: "abc", .text("", maxLength: 3)) == .write("abc"))
    #expect(try decision(on: "abcd", .text("", maxLength: 3)) == .write("abc"))
    // Browsers count two units for the flag's scalars each.
    #expect(try decision(on: "a🇨🇭b", .textArea("", maxLength: 4)) == .write("a"))
    #expect(try decision(on: "a🇨🇭b", .textArea("", maxLength: 5)) == .write("a🇨🇭"))
    #expect(try decision(on: "a", .text("", maxLength: 0)) == .write(""))
  }

  @Test(arguments: [
    ("17", "18"), ("18", "18"), ("120", "120"), ("121", "120"), ("-1e300", "18"), ("1e300", "120"), ("20.4", "20"),
    ("3e1", "3e1"),
  ])
  func numbersStayInRange(text: String, written: String) throws {
    #expect(try decision(on: text, .number(nil, in: 18...120)) == .write(written))
  }

  @Test func decimalsKeepTheirFraction() throws {
    #expect(try decision(on: "0.25", .decimal(nil, in: 0...1)) == .write("0.25"))
    #expect(try decision(on: "1.0001", .decimal(nil, in: 0...1)) == .write("1"))
  }

  @Test(arguments: ["abc", "nan", "1e999", "0x12", " 20"])
  func otherTextsThanNumbersAreInvalid(text: String) throws {
    #expect(try decision(on: text, .number(nil, in: 18...120)) == .invalid)
  }

  @Test func anEmptyNumberIsNoneOrKeepsItsValue() throws {
    #expect(try decision(on: "", .number(5)) == .write(""))
    #expect(try decision(on: "", .number(5), .required()) == .ignore)
    #expect(try decision(on: "", .date(nil)) == .write(""))
    #expect(try decision(on: "", .date(nil), .required()) == .ignore)
  }

  @Test(arguments: [
    ("2026-01-01", "2026-02-01"), ("2026-02-15", "2026-02-15"), ("9999-12-31", "2026-02-28"),
  ])
  func daysStayInRange(text: String, written: String) throws {
    let first = try #require(Date(fieldText: "2026-02-01"))
    let last = try #require(Date(fieldText: "2026-02-28"))
    #expect(try decision(on: text, .date(nil, in: first...last)) == .write(written))
  }

  @Test(arguments: ["2026-02-30", "tomorrow", "2026-02-01T00:00:00Z"])
  func otherTextsThanDaysAreInvalid(text: String) throws {
    #expect(try decision(on: text, .date(nil)) == .invalid)
  }

  @Test func onlyOptionsOfThePageAreOffered() throws {
    for control in [
      FieldControl.select("a", ["a", "b"]) { $0 }, .radioButtons("a", ["a", "b"]) { $0 },
    ] {
      #expect(try decision(on: "b", control) == .write("b"))
      #expect(try decision(on: "c", control) == .notOffered)
      #expect(try decision(on: "", control) == .notOffered)
    }
    #expect(try decision(on: "", .select(nil, ["a"], prompt: "None") { $0 }) == .write(""))
    #expect(try decision(on: "", .select(nil, ["a"]) { $0 }) == .notOffered)
    #expect(try decision(on: "c", .select("c", ["a"], prompt: "None") { $0 }) == .notOffered)
    #expect(try decision(on: "on", .checkbox(false)) == .write("on"))
    #expect(try decision(on: "yes", .checkbox(false)) == .notOffered)
  }

  @Test func whatIsWrittenIsAccepted() throws {
    let alphabet = ["0", "1", "9", "-", "+", ".", "e", "a", "b", "on", "\n", "\r\n", " ", "🇨🇭", "2026-02-03", "\0"]
    let day = try #require(Date(fieldText: "2026-02-03"))
    let controls: [FieldControl] = [
      .text("", maxLength: 3), .textArea("", maxLength: 3), .checkbox(true), .number(nil, in: -1...99),
      .decimal(nil, in: -0.5...1.5), .date(nil, in: day...day), .select("a", ["a", "b"]) { $0 },
    ]
    var state: UInt64 = 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    for _ in 0..<5_000 {
      let control = controls[next(controls.count)]
      let text = (0..<next(6)).map { _ in alphabet[next(alphabet.count)] }.joined()
      guard case .write(let written) = try decision(on: text, control) else { continue }
      #expect(try decision(on: written, control) == .write(written), "\(text.debugDescription) in \(control)")
    }
  }

  @Test func disabledOptionsAreNotOffered() throws {
    let page = html {
      Element(.select, .name("x")) {
        Element(.option, .value("a"), .disabled()) { "A" }
        Element(Tag("optgroup"), .disabled()) { Element(.option, .value("b")) { "B" } }
        Element(.option) { "c" }
      }
      Element(.input, .type("radio"), .name("y"), .value("a"), .disabled())
      Element(.input, .type("radio"), .name("y"), .value("b"))
    }
    #expect(PageOffers(page).constraints == ["x": .options(["c"]), "y": .options(["b"])])
  }

  @Test func hiddenInputsKeepTheirValue() {
    let page = html { Element(.input, .type("hidden"), .name("x"), .value("7")) }
    #expect(PageOffers(page).constraints == ["x": .options(["7"])])
  }

  @Test(arguments: [Attribute.inert(), .hidden()])
  func fieldsOfCoveredPartsAreReadOnly(attribute: Attribute) {
    let page = html {
      Element(.div, attribute) {
        Element.field("x", value: "")
        Element.field("y", value: "", .disabled())
      }
    }
    #expect(PageOffers(page).fields == ["x": .readOnly, "y": .disabled])
  }
}
