import Testing

@Suite struct ActionRuleTests {
  private func feature(_ cases: String, _ body: String, access: String = "") -> String {
    """
    @Reducer
    struct Feature {
      \(access) enum Action { \(cases) }
      var body: some ReducerOf<Self> { Reduce { state, action in \(body) } }
    }
    func use(_ store: StoreOf<Feature>) { store.send(.used) }
    """
  }

  @Test func anActionWithoutASenderIsFound() {
    let source = feature("case used, lost", "switch action { case .used, .lost: return .none }")
    #expect(findings(source) == ["3: unsent-action"])
  }

  @Test func aTestIsNoSender() {
    let source = feature("case used, lost", "switch action { case .used, .lost: return .none }")
    #expect(findings(source, test: "func test() { store.send(.lost) }") == ["3: unsent-action"])
  }

  @Test(
    arguments: [
      "send(.lost)", "send(Feature.Action.lost(1))", "Button(action: .lost)", "fields.map(Feature.Action.lost)",
      "scope(state: \\.child, action: \\.lost)", "parent.send(.child(.lost))",
    ]
  )
  func anActionIsSentInManyWays(_ code: String) {
    let source = feature("case used, lost", "switch action { case .used, .lost: return .none }")
    #expect(findings(source + "\nlet sent = \(code)") == [])
  }

  @Test func aPackageWithoutViewsSendsNoActionOfItsUsers() {
    let source = """
      @Reducer
      struct Feature {
        enum Action { case tapped }
        var body: some ReducerOf<Self> { Reduce { state, action in switch action { case .tapped: return .none } } }
      }
      """
    #expect(findings(source) == [])
  }

  @Test func anActionThatNoReducerHandlesIsFound() {
    let source = feature("case used, lost", "if case .used = action { return .send(.lost) }; return .none")
    #expect(findings(source) == ["3: unhandled-action"])
  }

  @Test(
    arguments: [
      "if case .lost(let value) = action { print(value) }", "guard action == .lost else { return .none }",
      "switch action { case .child(.element(_, .lost)): break; default: break }", "if action.is(\\.lost) { }",
    ]
  )
  func anActionIsHandledInManyWays(_ code: String) {
    let source = feature("case used, lost", "if case .used = action { return .send(.lost) }\n\(code)\nreturn .none")
    #expect(findings(source) == [])
  }

  @Test func anExportedActionIsForOtherPackages() {
    let source = feature("case used, lost", "return .none", access: "public")
    #expect(findings(source, isExported: true) == [])
    #expect(findings(source) == ["3: unhandled-action", "3: unhandled-action", "3: unsent-action"])
  }

  @Test func actionsOfMacrosAreHandledByThem() {
    #expect(findings(feature("case binding(BindingAction<State>), view(View)", "return .none")) == [])
  }

  @Test func nestedEnumsHaveActions() {
    let source = feature(
      "case used, delegate(Delegate); enum Delegate { case done }",
      "switch action { case .used: return .send(.delegate(.done)); case .delegate: return .none }"
    )
    #expect(findings(source) == ["3: unhandled-action"])
    #expect(findings(source + "\nfunc handle() { if case .delegate(.done) = action { } }") == [])
  }

  @Test func otherEnumsAreNoActions() {
    #expect(findings("enum Action { case lost }\nstruct Feature { enum Action { case lost } }") == [])
  }
}
