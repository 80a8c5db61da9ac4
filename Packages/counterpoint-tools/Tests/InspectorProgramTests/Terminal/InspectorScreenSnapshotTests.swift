import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTerminal
import CounterpointTerminalTestSupport
import Testing

@testable import InspectorProgram

/// An inspector on a terminal, as a person uses it.
@MainActor
struct Person {
  let store: StoreOf<InspectorFeature>
  let screen: InspectorScreen

  init(_ events: [InspectedEvent] = SignUpSession.events, at number: Int = 6) {
    var program = SignUpSession.program()
    // The events are in the state already.
    program.batches = { AsyncThrowingStream { _ in } }
    var state = InspectorFeature.State(program: program.description)
    state.append(events)
    if let row = state.rows.row(atOrBefore: number - 1) { state.select(row) }
    if let comparison = state.comparison {
      let (old, new) = (SignUpSession.states[comparison.old.number], SignUpSession.states[comparison.new.number])
      state.details = Details(comparison: comparison, state: new, changes: JSONChange.changes(from: old, to: new))
      state.updateTree()
    }
    store = Store(initialState: state) { [program] in InspectorFeature(program: program) }
    screen = InspectorScreen(store: store)
  }

  /// - Returns: Whether the last key quits.
  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.map { screen.command(for: .key($0)) }.last == .quit
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  func expect(_ name: String, size: TerminalSize = .standard) throws {
    try expectScreen(screen.screen(size: size), named: name, size: size)
  }
}

@MainActor
@Suite struct InspectorScreenSnapshotTests {
  private let wide = TerminalSize(columns: 160, rows: 48)

  @Test func tabs() throws {
    let person = Person()
    try person.expect("1-changes")
    try person.expect("1-changes-wide", size: wide)
    person.press("2")
    try person.expect("2-state")
    try person.expect("2-state-wide", size: wide)
    person.press("3")
    try person.expect("3-action")
    person.press("4")
    try person.expect("4-chain")
    person.press("5")
    try person.expect("5-effects")
    person.press("6")
    try person.expect("6-shared")
  }

  @Test func readsAreShown() throws {
    let person = Person(at: 5)
    person.press("3")
    try person.expect("reads-wide", size: wide)
  }

  @Test func prompts() throws {
    let person = Person()
    person.press("/")
    person.type("basics")
    try person.expect("filter-1-typing")
    person.press(.enter)
    try person.expect("filter-2-filtered")
    person.press(.escape, "a")
    person.type("next")
    try person.expect("send-1-candidates")
    person.press(.tab)
    try person.expect("send-2-completed")
    person.press(.escape, "r")
    try person.expect("resume")
    person.press(.escape, "?")
    try person.expect("help")
  }

  /// The cursor of a prompt is an inverse character.
  @Test(arguments: ["", "a", "é", "界", "界👨‍👩‍👧a"]) func theCursorStandsAtItsCharacter(text: String) throws {
    let person = Person()
    person.press("/")
    person.type(text + "xy")
    person.press(.left, .left)
    let screen = person.screen.screen(size: .standard)
    let line = try #require(screen.lines.first { $0.plainText.contains("│ \(text)xy") })
    #expect(line.runs.filter(\.style.isInverse).map(\.text) == ["x"])
  }

  @Test func theTreeIsExpanded() throws {
    let person = Person()
    person.press("2", .tab, .enter)
    try person.expect("tree-collapsed")
    person.press(.enter)
    #expect(person.store.tree.rows.first?.isExpanded == true)
  }

  @Test func marks() throws {
    let events: [InspectedEvent] = [
      .note(store: 1, number: 2, text: "typed too fast"), .shown(store: 1, number: 4, refused: 3), .missed(12),
    ]
    let person = Person(SignUpSession.events + events)
    person.press("d")
    try person.expect("marks")
  }

  @Test func smallAndEmpty() throws {
    let small = TerminalSize(columns: 30, rows: 8)
    try Person().expect("small", size: small)
    try Person([]).expect("empty")
    let person = Person()
    person.press("/")
    person.type("zzz")
    person.press(.enter)
    try person.expect("nothing-passes")
    // Sizes that are too small for anything don't stop the program.
    for rows in 0..<6 {
      for columns in [0, 1, 5] { _ = person.screen.screen(size: TerminalSize(columns: columns, rows: rows)) }
    }
  }

  @Test func keys() {
    let person = Person()
    person.press(.up, "k")
    #expect(person.store.selection == 3)
    person.press("p")
    #expect(person.store.selection == 2)
    person.press(.home, "j")
    #expect(person.store.selection == 1)
    person.press(.end)
    #expect(person.store.selection == 5)
    person.press("c")
    #expect(person.store.rows.filter.cause == .user)
    person.press("v")
    #expect(person.store.rows.filter.store == 1)
    person.press(.escape)
    #expect(person.store.rows.filter.isEmpty)
    person.press("d", .escape)
    #expect(person.store.mark == nil)
    person.press(.right, .right, .left)
    #expect(person.store.tab == .state)
    #expect(person.press("q"))
    person.press("/")
    #expect(!person.press("q"))
    #expect(person.store.draft == "q")
  }
}
