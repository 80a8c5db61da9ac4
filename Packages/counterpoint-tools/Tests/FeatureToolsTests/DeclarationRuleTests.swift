import Testing

@Suite struct DeclarationRuleTests {
  @Test func aKeyWithoutATestValueIsFound() {
    #expect(findings("enum Key: DependencyKey { static let liveValue = 1 }") == ["1: missing-test-value"])
    #expect(
      findings("extension Client: DependencyKey { static let liveValue = Client() }") == ["1: missing-test-value"]
    )
  }

  @Test func theTestValueMayBeInAnotherDeclaration() {
    let key = "extension Client: DependencyKey { static let liveValue = Client() }\n"
    #expect(findings(key + "extension Client { static var testValue: Client { Client() } }") == [])
    #expect(findings("extension Client: TestDependencyKey { static let testValue = Client() }") == [])
  }

  @Test(
    arguments: [
      "var count = 0", "var name: String", "var rows: [Int] = []", "var date: Date?", "@State var isShown = false",
    ]
  )
  func aValueInAViewIsFound(_ property: String) {
    let view = "struct CounterView: View {\n  let store: StoreOf<Counter>\n  \(property)\n}"
    #expect(findings(view) == ["3: state-in-view"])
  }

  @Test(
    arguments: [
      "let count = 0", "var list = ScrollingList()", "@UIBinding var button: UUID?",
      "var title: String { store.title }",
      "static var count = 0", "@FocusState var focus: Field?",
    ]
  )
  func otherPropertiesAreNoFindings(_ property: String) {
    #expect(findings("struct CounterView: View {\n  let store: StoreOf<Counter>\n  \(property)\n}") == [])
  }

  /// The selected button of a prompt is the state of a widget, like the cursor of a form.
  @Test func theSelectionOfAPromptIsNoFinding() {
    func view(_ property: String) -> String {
      """
      struct CounterScreen {
        let store: StoreOf<Counter>
        \(property)
        var prompt: Prompt<Counter.Action>? { store.alert.map { Prompt($0, selection: button) } }
      }
      """
    }
    #expect(findings(view("var button: UUID?")) == [])
    #expect(findings(view("var other: UUID?")) == ["3: state-in-view"])
    #expect(findings(view("var button: Int?")) == ["3: state-in-view"])
  }

  @Test func onlyViewsWithAStoreAreFound() {
    #expect(findings("struct CounterView: View {\n  var count = 0\n}") == [])
    #expect(findings("final class Session {\n  let store: StoreOf<Counter>\n  var count = 0\n}") == [])
    let screen = "struct Counting {\n  let store: StoreOf<Counter>\n  var count = 0\n  func draw() -> Screen { [] }\n}"
    #expect(findings(screen) == ["3: state-in-view"])
  }

  private func test(_ lines: String...) -> String {
    "@Test func counts() async {\n" + lines.map { "  \($0)\n" }.joined() + "}"
  }

  @Test func aWeakenedTestIsFound() {
    let step = "await store.send(.tapped) { $0.count = 1 }"
    #expect(findings("", test: test("store.exhaustivity = .off", step)) == ["2: unexplained-off"])
    #expect(
      findings("", test: test("store.exhaustivity = .off(showSkippedAssertions: true)", step)) == ["2: unexplained-off"]
    )
    #expect(
      findings("", test: test("let store = TestStore(initialState: S(), exhaustivity: .off) { F() }", step))
        == ["2: unexplained-off"]
    )
    #expect(findings("", test: test("await store.withExhaustivity(.off) { \(step) }")) == ["2: unexplained-off"])
  }

  @Test func aReasonOrAnEndToEndTestIsNoFinding() {
    let step = "await store.send(.tapped) { $0.count = 1 }"
    #expect(findings("", test: test("// Only the count matters here.", "store.exhaustivity = .off", step)) == [])
    #expect(findings("", test: test("store.exhaustivity = .off  // Only the count matters.", step)) == [])
    #expect(findings("", test: test("store.exhaustivity = .off", "await store.send(.tapped)")) == [])
    #expect(findings("", test: test("light = .off", step)) == [])
  }
}
