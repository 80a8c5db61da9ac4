import CounterpointHTML
import CounterpointTestSupport
import IssueReportingTestSupport
import Testing

@Suite struct ActionCodeTests {
  private enum Action: Codable, Equatable {
    case tap
    case delete(prime: Int)
    case rename(String, isFinal: Bool)
    case child(Child)
    case scale(Double)
  }

  private enum Child: Codable, Equatable {
    case tap
  }

  @Test(
    arguments: [
      (Action.tap, #"{"tap":{}}"#), (.delete(prime: -7), #"{"delete":{"prime":-7}}"#),
      (.rename("a/\"b\"\n", isFinal: true), #"{"rename":{"_0":"a/\"b\"\n","isFinal":true}}"#),
      (.child(.tap), #"{"child":{"_0":{"tap":{}}}}"#),
    ]
  )
  private func roundTrip(action: Action, text: String) {
    #expect(ActionCode.encode(action) == text)
    #expect(ActionCode.decode(Action.self, from: text) == action)
  }

  @Test(
    arguments: [
      "", "tap", "{}", "[]", "null", #"{"tap":null}"#, #"{"nothing":{}}"#, #"{"tap":{},"delete":{"prime":1}}"#,
      #"{"tap":{"extra":1}}"#, #"{"tap":{},"extra":1}"#, #"{"tap":{},"tap":{}}"#, #" {"tap":{}}"#, #"{"tap": {}}"#,
      #"{"delete":{"prime":"7"}}"#, #"{"delete":{"prime":7.0}}"#, #"{"delete":{"prime":7e0}}"#, #"{"delete":{}}"#,
      #"{"delete":{"prime":99999999999999999999}}"#, #"{"rename":{"isFinal":true,"_0":"a"}}"#,
      #"{"\u0074ap":{}}"#, #"{"child":{"_0":{"tap":{"x":[[[[]]]]}}}}"#,
    ]
  )
  func otherTextsAreRejected(text: String) {
    #expect(ActionCode.decode(Action.self, from: text) == nil)
  }

  @Test func unencodableActionIsReported() {
    let reported = issues { #expect(ActionCode.encode(Action.scale(.infinity)) == nil) }
    #expect(reported.count == 1)
  }

  @Test func buttonsWorkWithoutTheScript() {
    let button = Element.button(Action.tap, .disabled(false), .class("big")) { "Tap" }
    #expect(
      button.markup
        == #"<button type="submit" form="actions" name="action" value="{&#34;tap&#34;:{}}" class="big">Tap</button>"#
    )
  }

  @Test func eventAttributesContainTheirActions() {
    let element = Element(
      .output,
      .on(.doubleClick, Action.tap),
      .on(.escape, Action.child(.tap)),
      .on(.click, Action.tap)
    )
    #expect(
      element.markup
        == #"<output data-dblclick="{&#34;tap&#34;:{}}" data-escape="{&#34;child&#34;:{&#34;_0&#34;:{&#34;tap&#34;:{}}}}""#
        + #" data-click="{&#34;tap&#34;:{}}"></output>"#
    )
  }
}
