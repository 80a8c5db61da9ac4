import Counterpoint
import CounterpointTerminal
import SharedStats
import SharedStatsTerminal
import Testing

@MainActor
@Suite struct StatsKeyTests {
  @Test func countingOnOneTabIsSeenOnTheOther() {
    let person = Person()
    person.press(.up, "+", .up, .down, "-")
    #expect(person.text.contains("[−]  1  [+]"))
    person.press(.tab)
    #expect(person.text.contains("Current count: 2\nMax count: 3\nMin count: 0\nTotal number of count events: 6"))
    person.press("r")
    #expect(person.text.contains("Current count: 0\nMax count: 0"))
    person.press(.backTab)
    #expect(person.text.contains("[−]  1  [+]"))
  }

  @Test func keysOfTheOtherTabMeanNothing() {
    let person = Person()
    person.press("r")
    person.press(.tab, .up, .down, "p")
    #expect(person.store.stats == Stats(count: 1, maxCount: 1, minCount: 0, numberOfCounts: 1))
    #expect(person.store.counter.alert == nil)
  }

  @Test func anAlertTakesAllKeys() {
    let person = Person()
    person.press("p")
    #expect(person.text.contains("The number 0 is not prime :("))
    #expect(!person.press("q"))
    person.press(.up, .tab)
    #expect(person.store.stats == Stats())
    person.press(.enter)
    #expect(!person.text.contains("prime :("))
    #expect(person.press("q"))
  }

  @Test func twoProgramsThatShareTheValueShowTheSame() {
    let stats = Shared(Stats())
    let (first, second) = (Person(stats: stats), Person(stats: stats))
    first.press(.up, .up)
    second.press(.up)
    #expect(first.text == second.text)
    #expect(first.text.contains("[−]  3  [+]"))
  }
}
