import Testing

@testable import CounterpointHTML

/// Controls for files.
@Suite struct FileControlTests {
  private func page(@HTMLBuilder content: () -> [HTML]) -> [HTML] {
    html { Element.form(submit: "save") { content() } }
  }

  @Test func aControlTellsItsLimits() throws {
    let control = FieldControl.files(accept: ["image/*", ".csv"], maxCount: 3, maxSize: 1024)
    let offers = PageOffers(page { Element.field("a", label: "A", control) })
    #expect(offers.fields["a"] == .enabled)
    let rules = FileRules(accept: ["image/*", ".csv"], maxCount: 3, maxSize: 1024)
    #expect(offers.constraints["a"] == .files(rules))
    #expect(FieldConstraint.files(rules).decision(on: "text") == .invalid)
    let markup = page { Element.field("a", control) }.markup
    #expect(markup.contains(#"accept="image/*,.csv" multiple data-max-count="3" data-max-size="1024""#))
    // A text of the control must not be sent as that of a field.
    #expect(!markup.contains("data-bound"))
  }

  @Test func aControlTakesOneFileByDefault() {
    let offers = PageOffers(page { Element.field("a", .files(), sends: .onSubmit) })
    #expect(offers.constraints["a"] == .files(FileRules(maxCount: 1)))
    let markup = page { Element.field("a", .files(), sends: .onSubmit) }.markup
    #expect(markup.contains(#"data-upload="submit""#) && !markup.contains("multiple"))
  }

  @Test func aFormWithFilesHasItsEncoding() {
    let encoding = #"enctype="multipart/form-data""#
    let outside = html { Element.field("a", .files()) }
    #expect(page { Element.field("a", label: "A", .files()) }.markup.contains(encoding))
    #expect(!page { Element.field("a", label: "A", .text("")) }.markup.contains("enctype"))
    #expect([HTML.element(.actionForm(for: outside))].markup.contains(encoding))
    #expect(![HTML.element(.actionForm(for: []))].markup.contains("enctype"))
  }

  @Test(
    arguments: [
      ("a.png", "image/png", true), ("a.svg", "image/svg+xml", true), ("A.CSV", "text/plain", true),
      ("a.txt", "text/plain", false), ("image/a", "application/octet-stream", false), ("csv", "text/csv", false),
      ("a.pdf", "application/pdf", true),
    ]
  )
  func typesAndExtensionsAreCompared(name: String, type: String, isAccepted: Bool) {
    let rules = FileRules(accept: ["image/*", ".csv", "Application/PDF"])
    #expect(rules.accepts(name: name, contentType: type) == isAccepted)
    #expect(FileRules().accepts(name: name, contentType: type))
  }
}
