import CounterpointTerminal
import CounterpointTerminalTestSupport
import GalleryTerminal
import Testing

/// A screen of each page.
@MainActor
@Suite struct GalleryScreenSnapshotTests {
  private func expectShown(_ person: Person, _ name: String) throws {
    try expectScreen(person.shown, named: name, size: Person.size)
  }

  @Test func textPage() throws {
    let person = Person()
    try expectShown(person, "text-1-start")
    person.type("Be")
    try expectShown(person, "text-2-suggestion")
    person.press(.right, .tab)
    person.type("first")
    person.press(.enter)
    person.type("second")
    try expectShown(person, "text-3-filled")
    person.type(" line, which is longer than the terminal is wide, so it wraps")
    person.press(.up)
    try expectShown(person, "text-4-wrapped")
  }

  @Test func choicesPage() throws {
    let person = Person()
    person.press(.function(2), .down, " ", .tab, " ", .down, .down, " ")
    try expectShown(person, "choices")
  }

  @Test func listPage() throws {
    let person = Person()
    person.press(.function(3), "/")
    person.type("berry")
    person.press(.down)
    try expectShown(person, "list")
  }

  @Test func treePage() throws {
    let person = Person()
    person.press(.function(4), .down, .right, .down)
    try expectShown(person, "tree")
  }

  @Test func workPage() throws {
    let person = Person()
    person.press(.function(5))
    try expectShown(person, "work")
  }

  @Test func logPage() throws {
    let person = Person()
    person.press(.function(6))
    try expectShown(person, "log-1-following")
    person.press("/")
    person.type("error")
    person.press(.enter)
    try expectShown(person, "log-2-filtered")
    person.press("s")
    person.type("snapshot")
    person.press(.enter)
    try expectShown(person, "log-3-found")
  }

  @Test func tablePage() throws {
    let person = Person()
    person.press(.function(7), .down, .down, .down)
    try expectShown(person, "table-1-unsorted")
    person.press("s")
    try expectShown(person, "table-2-by-name")
    person.press("s", "S")
    try expectShown(person, "table-3-by-moons-descending")
  }

  @Test func help() throws {
    let person = Person()
    person.press(.function(12))
    try expectScreen(person.screen.screen(size: .standard), named: "help")
  }
}
