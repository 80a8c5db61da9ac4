import CounterpointHTML
import Testing

@Suite struct FormTests {
  private enum Action: Codable {
    case add, clear
  }

  @Test func enterActivatesTheDefaultButton() {
    let form = Element.form(submit: Action.add, .id("new")) { Element(.input, .type("text"), .name("title")) }
    #expect(
      form.markup
        == #"<form method="post" id="new"><input type="submit" name="action" value="{&#34;add&#34;:{}}" hidden>"#
        + #"<input type="hidden" name="counterpoint-idempotency-key"><input type="text" name="title"></form>"#
    )
  }

  @Test func formWithoutActionHasDisabledDefaultButton() {
    let form = Element.form(submit: Action?.none) {}
    #expect(form.markup.contains(#"<input type="submit" name="action" disabled hidden>"#))
  }

  @Test func buttonsBelongToTheirForm() {
    let form = Element.form(submit: Action.add) {
      Element(.div) {
        Element.button(Action.add) { "Add" }
        Element.button(Action.clear) { "Clear" }
      }
    }
    #expect(!form.markup.contains("form=\"actions\""))
    #expect(form.markup.contains(#"<button type="submit" name="action" value="{&#34;add&#34;:{}}">Add"#))
    #expect(form.markup.contains(#"value="{&#34;clear&#34;:{}}" formnovalidate>Clear"#))
  }

  @Test func eachFormContainsTheIdempotencyKey() {
    let page = html { Element(.main) { Element.form(submit: Action.add) {} } }
    let input = #"<input type="hidden" name="counterpoint-idempotency-key" value="7">"#
    #expect(page.filled(idempotencyKey: "7").markup.contains(input))
    #expect(page.changes(to: page).isEmpty)
  }

  @Test func pageOffersItsButtonsAndFields() {
    let page = html {
      Element.button(Action.clear, .disabled()) { "Clear" }
      Element(.output, .on(.doubleClick, Action.clear)) { "0" }
      Element.form(submit: Action.add) {
        Element(.input, .name("title"))
        Element(.input, .name("fixed"), .flag("readonly"))
      }
      Element(.p, unescaped: #"<button name="action" value="x">"#)
    }
    let offers = PageOffers(page)
    #expect(offers.actions == [#"{"add":{}}"#: .enabled, #"{"clear":{}}"#: .enabled])
    #expect(offers.fields == ["title": .enabled, "fixed": .readOnly, "counterpoint-idempotency-key": .enabled])
  }

  @Test(arguments: [Attribute.inert(), .hidden(), .none])
  func inertAndHiddenPartsOfferNothing(attribute: Attribute) {
    let page = html { Element(.div, attribute) { Element.form(submit: Action.add) {} } }
    #expect(PageOffers(page).actions == [#"{"add":{}}"#: attribute == .none ? .enabled : .disabled])
  }

  @Test func disabledFieldsetDisablesAllButItsFirstLegend() {
    let page = html {
      Element(.fieldset, .disabled()) {
        Element(.legend) { Element.button(Action.clear) { "Clear" } }
        Element(.legend) { Element.button(Action.add) { "Add" } }
      }
    }
    #expect(PageOffers(page).actions == [#"{"clear":{}}"#: .enabled, #"{"add":{}}"#: .disabled])
  }
}
