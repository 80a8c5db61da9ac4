import CounterpointTerminal
import CounterpointTerminalTestSupport
import SharedStatsTerminal
import Testing

/// The program played with the keyboard, with a look at every screen.
@MainActor
@Suite struct StatsScreenSnapshotTests {
  @Test func allScreens() throws {
    let person = Person()
    person.press(.up, .up, .up)
    try expectScreen(person.screen.screen(size: .standard), named: "1-counter")
    person.press("p")
    try expectScreen(person.screen.screen(size: .standard), named: "2-alert")
    person.press(.enter, .tab)
    try expectScreen(person.screen.screen(size: .standard), named: "3-profile")
    let small = TerminalSize(columns: 20, rows: 6)
    try expectScreen(person.screen.screen(size: small), named: "small-profile", size: small)
  }
}
