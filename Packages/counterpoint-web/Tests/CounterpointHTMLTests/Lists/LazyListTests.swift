import CounterpointTestSupport
import Testing

@testable import CounterpointHTML

@Suite struct LazyListTests {
  /// Returns a list of numbers, and notes the ranges that are built.
  private func list(_ numbers: [Int], built: (Range<Int>) -> Void = { _ in }) -> Element {
    Element.lazyList("numbers", count: numbers.count, rowHeight: 20, label: "Numbers") { range in
      let _ = built(range)
      for number in numbers[range] { Element(.li, key: "\(number)") { "\(number)" } }
    }
  }

  private func rows(_ list: Element) -> [String] {
    guard case .element(let box)? = list.children.first, case .element(let rows)? = box.children.first else {
      return []
    }
    return rows.children.map { [$0].text }
  }

  @Test(arguments: [0, 1, 50, 51, 1_000, 100_000]) func onlyTheRowsOfTheWindowAreBuilt(count: Int) {
    var built: [Range<Int>] = []
    let first = list(Array(0..<count)) { built.append($0) }
    let window = ["numbers": ListWindow(first: count / 2, size: 60)]
    let middle = withListWindows(window) { list(Array(0..<count)) { built.append($0) } }
    #expect(built[0] == 0..<min(50, count))
    #expect(built[1].count == min(60, count))
    #expect(rows(first).count == min(50, count))
    #expect(rows(middle) == built[1].map { "\($0)" })
    #expect(middle.value(of: "data-count") == "\(count)")
    #expect(middle.value(of: "data-first") == "\(built[1].lowerBound)")
  }

  @Test(arguments: [(95, 95..<100), (1_000_000, 95..<100), (0, 0..<5), (-7, 0..<5)])
  func aWindowIsInTheList(first: Int, expected: Range<Int>) {
    #expect(ListWindow(first: first, size: 5).range(ofRows: 100) == expected)
  }

  @Test func aWindowHasABoundedSize() {
    #expect(ListWindow(first: 0, size: .max).range(ofRows: .max) == 0..<200)
    #expect(ListWindow(first: 3, size: 0).range(ofRows: 10) == 3..<4)
    #expect(ListWindow(first: .max, size: 5).range(ofRows: 2) == 0..<2)
  }

  @Test(arguments: [1_000, 100_000]) func anInsertedRowIsSentAlone(count: Int) {
    let window = ["numbers": ListWindow(first: count / 2, size: 60)]
    let page = { (numbers: [Int]) in withListWindows(window) { html { list(numbers) } } }
    let (old, numbers) = (page(Array(0..<count)), Array(-1..<count))
    let changes = old.changes(to: page(numbers))
    let inserted = changes.compactMap { if case .insert(_, let node) = $0 { [node].text } else { nil } }
    #expect(inserted == ["\(count / 2 - 1)"])
    #expect(changes.count == 3)
    #expect(changes.json.utf8.count < 150)
    #expect(old.applying(changes).markup == page(numbers).markup)
  }

  @Test func linksLeadToOtherRowsWithoutTheScript() {
    let page = withListWindows(["numbers": ListWindow(first: 100, size: 50)]) { html { list(Array(0..<1_000)) } }
    let markup = page.filledListLinks(at: "/search?q=x").markup
    #expect(markup.contains("href=\"/search?q=x&amp;counterpoint-window=50+50+numbers\""))
    #expect(markup.contains("href=\"/search?q=x&amp;counterpoint-window=150+50+numbers\""))
    #expect(markup.contains("101–150 / 1000"))
    #expect(markup.contains("<ol start=\"101\">"))
    let short = html { list([1, 2]) }.filledListLinks(at: "/").markup
    #expect(!short.contains("href"))
    #expect(short.contains("1–2 / 2"))
    #expect(html { list([]) }.filledListLinks(at: "/").markup.contains("0–0 / 0"))
  }

  @Test func requestsAreReadStrictly() {
    let read = ListWindow.read("5 60 my list")
    #expect(read?.name == "my list")
    #expect(read?.window == ListWindow(first: 5, size: 60))
    #expect(read?.window.text(forList: "my list") == "5 60 my list")
    for text in ["", "5", "5 60", "-5 60 x", "5 +6 x", "5  x", "1e3 5 x", "9999999999 5 x", "５ 60 x"] {
      #expect(ListWindow.read(text)?.name == nil, "\(text)")
    }
    #expect(ListWindow.read("0 1 " + String(repeating: "x", count: 65))?.name == nil)
  }

  @Test func missingRowsAreReported() {
    let reported = issues {
      _ = Element.lazyList("numbers", count: 3, rowHeight: 20, label: "Numbers") { _ in Element(.li) { "1" } }
    }
    #expect(reported.count == 1)
  }
}
