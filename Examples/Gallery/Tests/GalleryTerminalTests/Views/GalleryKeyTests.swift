import Counterpoint
import CounterpointTerminal
import GalleryTerminal
import Testing

@MainActor
@Suite struct GalleryKeyTests {
  @Test func clicksSelectPagesAndRows() {
    let person = Person()
    person.mouse(.press(.left), column: 8, row: 0)
    #expect(person.text.contains("Toppings"))
    person.mouse(.press(.left), column: 30, row: 3)
    #expect(person.text.contains("[x] capers"))
    person.mouse(.press(.left), column: 5, row: 4)
    #expect(person.text.contains("(*) large"))
  }

  @Test func clicksOnTitlesSort() {
    let person = Person()
    person.press(.function(7))
    // Below the tabs, the titles are in the second row.
    person.mouse(.press(.left), column: 55, row: 1)
    #expect(person.text.contains("Days ▲"))
    person.mouse(.press(.left), column: 55, row: 1)
    #expect(person.text.contains("Days ▼"))
    let rows = person.text.split(separator: "\n")
    #expect(rows[2].contains("Neptune") && rows[9].hasPrefix("› Mercury"))
    // The kind isn't sortable.
    person.mouse(.press(.left), column: 36, row: 1)
    #expect(person.text.contains("Days ▼"))
  }

  @Test func theWheelScrollsTheLog() {
    let person = Person()
    person.press(.function(6))
    #expect(person.text.contains("following"))
    person.mouse(.scrollUp, column: 5, row: 5)
    #expect(!person.text.contains("following"))
    person.press("f")
    #expect(person.text.contains("following"))
  }

  @Test func theNextMatchFollowsTheLastOne() {
    let person = Person(log: ["a", "needle 1", "b", "needle 2"])
    person.press(.function(6), "s")
    person.type("NEEDLE")
    person.press(.enter, "n", "n")
    #expect(person.text.contains("search “NEEDLE”"))
    person.press("s")
    person.type("x")
    #expect(person.text.contains("search: NEEDLEx"))
    person.press(.enter)
    #expect(person.text.contains("no match of “NEEDLEx”"))
  }

  @Test func theThemeChangesColorsOnly() {
    let person = Person()
    let (standard, text) = (person.shown, person.text)
    person.press(.function(10))
    #expect(person.shown != standard && person.text == text)
    person.press(.function(10), .function(10))
    #expect(person.shown == standard)
  }

  @Test func theEditorGetsTheNotes() async {
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    let person = Person { text in
      continuation.yield(text)
      return text + " edited"
    }
    person.press(.tab)
    person.type("notes")
    person.press(.function(9))
    for await text in texts {
      #expect(text == "notes")
      break
    }
  }

  @Test func quitting() {
    let person = Person()
    #expect(!person.press("q"))
    #expect(person.press(.control("q")))
  }
}
