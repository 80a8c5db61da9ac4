import CounterpointTestSupport
import IssueReportingTestSupport
import Testing

@testable import CounterpointHTML

@Suite struct NestingTests {
  /// Creates nested elements without validation.
  private func nested(_ names: String) -> Element {
    let names = names.split(separator: " ").map(String.init)
    let innermost: HTML = names.last == "text" ? "x" : .element(Element(names.last ?? "", [], nil, .children([])))
    guard
      case .element(let element) = names.dropLast().reversed()
        .reduce(innermost, { .element(Element($1, [], nil, .children([$0]))) })
    else { preconditionFailure("A text is in an element.") }
    return element
  }

  @Test(
    arguments: [
      "p div", "p span div", "p p", "p ul", "p form", "p table", "table tr", "table div", "table text", "div tr",
      "div td",
      "tbody td", "tr text", "a span a", "form div form", "button i button", "select div", "option b", "textarea b",
      "li li",
      "li div li", "dt dd", "h1 h2", "colgroup text", "svg p", "div body", "div image", "col b",
    ]
  )
  func nestingThatAParserChangesIsAMistake(names: String) {
    #expect(!NestingValidator.mistakes(in: nested(names)).isEmpty)
  }

  @Test(
    arguments: [
      "p span", "p text", "p button div", "table tbody", "tbody tr", "tr td", "td table", "div p", "li ul li", "li p",
      "dl dd", "dd dl dd", "a div", "td div", "select option", "select optgroup", "optgroup option", "option text",
      "textarea text", "h1 span h2", "table caption", "colgroup col", "svg foreignobject p", "form fieldset",
      "li section li",
    ]
  )
  func nestingThatAParserKeepsIsNoMistake(names: String) {
    #expect(NestingValidator.mistakes(in: nested(names)) == [])
  }

  @Test func eachPairIsReportedOnce() {
    let report = NestingValidator()
    let mistakes = NestingValidator.mistakes(in: nested("p div"))
    let reported = issues {
      for _ in 1...2 {
        for mistake in mistakes { report.report(mistake) }
      }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("A <div> can't be in a <p>: it closes the paragraph.") == true)
  }

  #if DEBUG
  @Test func elementsAreCheckedAtCreation() {
    // Only the first one in the process is reported.
    _ = issues { _ = Element(.p) { Element(.div) } }
    let mistakes = NestingValidator.mistakes(in: nested("p div"))
    #expect(mistakes.allSatisfy { NestingValidator.shared.hasReported($0) })
  }
  #endif
}
