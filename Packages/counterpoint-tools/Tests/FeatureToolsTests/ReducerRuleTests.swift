import Testing

@Suite struct ReducerRuleTests {
  @Test func tasksOfReducersAreFound() {
    #expect(findings(feature("Task { }\nreturn .none")) == ["10: unstructured-task"])
    #expect(findings(feature("return .run { _ in Task.detached(priority: .low) { } }")) == ["10: unstructured-task"])
  }

  @Test func childrenThatAreCalledByHandAreFound() {
    let calls = [
      "return Child().reduce(into: &state.child, action: .start).map { .child($0) }",
      "return Module.Row(style: 1).reduce(into: &state.rows[id: 1]!, action: action).map(Action.row)",
    ]
    for call in calls { #expect(findings(feature(call)) == ["10: child-called-by-hand"]) }
  }

  @Test func otherReductionsAreNoFindings() {
    for call in [
      "return base.reduce(into: &state, action: action)", "return reducer().reduce(into: &state, action: action)",
      "return numbers.reduce(into: 0) { $0 += $1 } == 1 ? .none : .none",
    ] {
      #expect(findings(feature(call)) == [])
    }
    #expect(findings(feature("return .none") + "\nfunc f() { _ = Child().reduce(into: &state, action: .start) }") == [])
  }

  @Test func otherTasksAreNoFindings() {
    #expect(findings(feature("return .none") + "\nfunc main() { Task { } }") == [])
    #expect(findings(feature("return .run { _ in await Task.yield() }")) == [])
  }

  @Test(
    arguments: [
      "Date()", "Date.now", "UUID()", "Bool.random()", "Int.random(in: 1...6)", "names.randomElement()",
      "names.shuffled()", "ContinuousClock()", "ContinuousClock.now",
    ]
  )
  func uncontrolledValuesAreFound(_ code: String) {
    #expect(findings(feature("print(\(code))\nreturn .none")) == ["10: uncontrolled-value"])
  }

  @Test(
    arguments: [
      "Date(timeIntervalSince1970: 0)", "UUID(0)", "UUID(uuidString: text)", "Int.random(in: 1...6, using: &generator)",
      "date.now", "uuid()", "client.random()",
    ]
  )
  func controlledValuesAreNoFindings(_ code: String) {
    #expect(findings(feature("print(\(code))\nreturn .none")) == [])
  }

  @Test func theStateOfAFeatureIsControlledToo() {
    #expect(findings(feature(state: "var id = UUID()", "return .none")) == ["3: uncontrolled-value"])
    let member = "\nextension Feature.State { static func new() -> Self { Self(id: UUID()) } }"
    #expect(findings(feature("return .none") + member) == ["16: uncontrolled-value"])
  }

  @Test func aClientInsideOfAFeatureMayReadTheTime() {
    let feature = """
      @Reducer
      struct Feature {
        struct Client { var now = { Date() } }
      }
      """
    #expect(findings(feature) == [])
  }

  @Test func extensionsOfReducersBelongToThem() {
    #expect(
      findings(feature("return .none") + "\nextension Feature { func f() { Task { } } }") == ["16: unstructured-task"]
    )
    #expect(findings(feature("return .none") + "\nextension Other { func f() { Task { } } }") == [])
  }

  @Test func reducersWithoutTheMacroAreFound() {
    #expect(findings("struct Feature: Reducer { func f() { Task { } } }") == ["1: unstructured-task"])
    #expect(findings("struct Feature: Equatable { func f() { Task { } } }") == [])
  }

  @Test func forcedErrorsAreFound() {
    #expect(findings(feature("let data = try! encode()\nreturn .none")) == ["10: forced-try"])
    #expect(findings(feature("let data = try? encode()\nreturn .none")) == [])
  }
}
