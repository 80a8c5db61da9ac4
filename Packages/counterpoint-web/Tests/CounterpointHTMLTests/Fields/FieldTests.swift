import CounterpointHTML
import Foundation
import Testing

@Suite struct FieldTests {
  private enum Action: Codable {
    case save
  }

  @Test func textHasLabelHintAndProblem() {
    let field = Element.field(
      "email",
      label: "Email",
      .text("a@b", .email, maxLength: 80),
      hint: "We never show it.",
      problem: "Too short",
      sends: .onBlur,
      .required()
    )
    #expect(
      field.markup
        == #"<div class="field"><label for="field-email">Email</label>"#
        + #"<p id="field-email-hint" class="hint">We never show it.</p>"#
        + #"<input type="email" name="email" value="a@b" form="actions" data-bound="blur" maxlength="80" id="field-email" "#
        + #"aria-describedby="field-email-hint field-email-problem" aria-invalid="true" required>"#
        + #"<p id="field-email-problem" class="problem" role="alert">Too short</p></div>"#
    )
  }

  @Test func theAlertIsThereBeforeItsText() {
    let before = html { Element.field("a", label: "A", .text("")) }
    let after = html { Element.field("a", label: "A", .text(""), problem: "Empty") }
    #expect(
      before.changes(to: after) == [
        .attribute(at: [0, 1], name: "aria-invalid", value: "true"), .insert(at: [0, 2, 0], .text("Empty")),
      ]
    )
    #expect(after.changes(to: html { Element.field("a", label: "A", .text(""), problem: "") }).count == 2)
  }

  @Test func aFieldBeforeTheFocusedOneIsInserted() {
    let before = html { Element.field("b", label: "B", .text("")) }
    let after = html {
      Element.field("a", label: "A", .text(""))
      Element.field("b", label: "B", .text(""))
    }
    #expect(before.changes(to: after).count == 1)
  }

  @Test func radioButtonsAreAGroup() {
    let sizes = FieldControl.radioButtons("m", ["s", "m"]) { $0.uppercased() }
    let field = Element.field("size", label: "Size", sizes, problem: "Sold out")
    #expect(
      field.markup
        == #"<fieldset class="field" role="radiogroup" id="field-size" aria-describedby="field-size-problem" "#
        + #"aria-invalid="true">"#
        + #"<legend>Size</legend><div class="control"><label><input type="radio" value="s" name="size" form="actions" data-bound> S"#
        + #"</label><label><input type="radio" value="m" checked name="size" form="actions" data-bound> M</label></div>"#
        + #"<p id="field-size-problem" class="problem" role="alert">Sold out</p></fieldset>"#
    )
  }

  @Test func checkboxesNameThemselvesInTheirForm() {
    let form = Element.form(submit: Action.save) {
      Element.field("news", .checkbox(true))
      Element.field("old", .checkbox(false), .disabled())
    }
    let names = #"<input type="hidden" name="counterpoint-checkbox" value="news">"#
    #expect(form.markup.contains(#"<input type="checkbox" value="on" checked name="news" data-bound>"# + names))
    // A browser does not send a disabled checkbox.
    #expect(form.markup.contains(#"name="counterpoint-checkbox" value="old" disabled>"#))
  }

  @Test func numbersAndDaysHaveBounds() throws {
    let day = try #require(Date(fieldText: "2026-11-23"))
    #expect(
      Element.field("n", .number(5, in: 1...9)).markup
        == #"<input type="number" name="n" value="5" form="actions" data-bound step="1" min="1" max="9">"#
    )
    #expect(Element.field("n", .decimal(nil)).markup.contains(#"value form="actions" data-bound step="any""#))
    #expect(Element.field("d", .date(day, in: day...day)).markup.contains(#"value="2026-11-23""#))
    #expect(Element.field("d", .date(day, in: day...day)).markup.contains(#"min="2026-11-23" max="2026-11-23""#))
  }

  @Test func aPasswordIsNeverOnThePageAndIsSentWithItsForm() {
    let field = Element.field("code", .password(maxLength: 64), sends: .whileTyping(), .autocomplete("new-password"))
    #expect(
      field.markup == #"<input type="password" name="code" value form="actions" data-bound="submit" maxlength="64" "#
        + #"autocomplete="new-password">"#
    )
  }

  @Test func sendingIsAnAttribute() {
    let moments: [FieldSending] = [.whileTyping(), .whileTyping(pause: .milliseconds(50)), .onBlur, .onSubmit]
    let values = moments.map { Element.field("x", .text(""), sends: $0).value(of: "data-bound") }
    #expect(values == ["", "50", "blur", "submit"])
  }

  @Test(arguments: [
    ("text", FieldControl.text(""), FieldControl.text("new")), ("text", .textArea(""), .textArea("new")),
    ("area", .textArea("old"), .textArea("")), ("box", .checkbox(false), .checkbox(true)),
    ("box", .checkbox(true), .checkbox(false)),
    ("list", .select("a", ["a", "b"]) { $0 }, .select("b", ["a", "b"]) { $0 }),
    ("radio", .radioButtons(nil, ["a", "b"]) { $0 }, .radioButtons("b", ["a", "b"]) { $0 }),
    ("day", .date(nil), .date(Date(timeIntervalSince1970: 0))), ("number", .number(1), .number(2)),
  ])
  func writingAValueIsWhatTheBrowserShows(name: String, before: FieldControl, after: FieldControl) {
    let texts = ["text": "new", "area": "", "list": "b", "radio": "b", "day": "1970-01-01", "number": "2"]
    let text = texts[name] ?? (after == .checkbox(true) ? "on" : "off")
    let (old, new) = [before, after].map { control in html { Element(.div) { Element.field("x", control) } } }.pair
    #expect(old.writing(text, inField: "x").changes(to: new).isEmpty)
    #expect(old.writing(text, inField: "y") == old)
  }

  @Test func aValueThatIsNoOptionIsAnEmptyOption() {
    let empty = "<option value selected disabled>\u{A0}</option>"
    let list = #"<select name="x" form="actions" data-bound>"#
    let a = #"<option value="a">A</option></select>"#
    let title = { (text: String) in text.uppercased() }
    #expect(Element.field("x", .select(nil, ["a"], title: title)).markup == list + empty + a)
    #expect(
      Element.field("x", .select("removed", ["a"], prompt: "None", title: title)).markup
        == list + empty.replacing("value", with: #"value="removed""#) + "<option value>None</option>" + a
    )
    for control in [FieldControl.select("a", ["a"], title: title), .select(nil, ["a"], prompt: "None", title: title)] {
      #expect(!Element.field("x", control).markup.contains("disabled"))
    }
  }

  @Test func theEmptyOptionDisappearsAfterAChoice() {
    let (none, chosen) = [nil, "a"].map { value in html { Element.field("x", .select(value, ["a", "b"]) { $0 }) } }.pair
    #expect(none.writing("a", inField: "x").changes(to: chosen) == [.remove(at: [0, 0])])
    #expect(chosen.writing("", inField: "x").changes(to: none).count == 1)
  }

  @Test func aTextAreaKeepsItsFirstLineBreak() {
    let page = html { Element.field("x", .textArea("\n\na")) }
    #expect([HTML](markup: page.markup).text == "\n\na")
  }
}

extension [[HTML]] {
  fileprivate var pair: ([HTML], [HTML]) { (self[0], self[1]) }
}
