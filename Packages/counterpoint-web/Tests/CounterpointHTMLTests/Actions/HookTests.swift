import CounterpointHTML
import CounterpointTestSupport
import IssueReportingTestSupport
import Testing

/// Elements with hooks.
@Suite struct HookTests {
  private struct Bar: Codable, Equatable {
    var title: String
    var points: Int
  }

  @Test func theDataIsEscapedAndReadAgain() {
    let bars = [Bar(title: "</script><b a=\"'&", points: 1)]
    let element = Element(.div, .id("chart")) { "none" }.hook("chart", data: bars, drawsContent: true, sends: "a", "b")
    let markup = """
      <div id="chart" data-hook="chart" data-hook-data="[{&#34;points&#34;:1,&#34;title&#34;:&#34;&lt;/script&gt;\
      &lt;b a=\\&#34;&#39;&amp;&#34;}]" data-hook-draws data-hook-sends="a b">none</div>
      """
    #expect(element.markup == markup)
    #expect(element.hookData(as: [Bar].self) == bars)
    #expect([HTML](markup: element.markup).element(id: "chart")?.hookData(as: [Bar].self) == bars)
    #expect(element.hookData(as: String.self) == nil)
  }

  @Test func aChangeOfTheDataIsOneChange() {
    let page = { (count: Int) in html { Element(.p) { "" }.hook("gauge", data: count) } }
    #expect(page(1).changes(to: page(2)) == [.attribute(at: [0], name: "data-hook-data", value: "2")])
  }

  @Test func dataThatIsTooLargeIsReported() {
    let long = issues {
      let element = Element(.p) { "none" }.hook("long", data: String(repeating: "a", count: Element.hookDataLimit))
      #expect(element.markup == "<p>none</p>")
    }
    #expect(long.count == 1)
    let number = issues { #expect(Element(.p).hook("number", data: Double.nan).markup == "<p></p>") }
    #expect(number.count == 1)
  }

  @Test(arguments: ["", "a b", "a,b", String(repeating: "a", count: 65)])
  func eventsHaveNames(_ name: String) async {
    #expect(HookCode.read("\(name) 1")?.event != name)
  }
}
