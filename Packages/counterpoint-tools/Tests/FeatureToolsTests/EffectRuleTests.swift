import Testing

@Suite struct EffectRuleTests {
  @Test func aCapturedFieldIsNoFinding() {
    #expect(findings(feature("return .run { [count = state.count] send in await send(.loaded(count)) }")) == [])
  }

  @Test func aReadOfTheStateIsFoundOncePerEffect() {
    let code = """
      return .run { send in
        print(state.count, state.count)
      }
      """
    #expect(findings(feature(code)) == ["11: captured-state"])
  }

  @Test func theWholeStateIsFoundUnderAnyName() {
    #expect(findings(feature("return .run { [old = state] _ in print(old.count) }")) == ["10: captured-state"])
    #expect(findings(feature("return .run { [state] _ in print(state.count) }")) == ["10: captured-state"])
  }

  @Test func anotherVariableNamedStateIsNoFinding() {
    #expect(findings(feature("return .run { _ in store.withState { state in print(state.count) } }")) == [])
    #expect(findings(feature("return .run { _ in let state = 1; print(state) }")) == [])
    #expect(findings(feature("return .run { [state = state.child] _ in print(state.count) }")) == [])
    #expect(findings(feature("return .run { [client] _ in print(client.state) }")) == [])
  }

  @Test(
    arguments: [
      "for await state in states { print(state) }", "if let state { print(state) }",
      "if let state = next() { print(state) }", "guard let state = next() else { return }; print(state)",
      "while let state = next() { print(state) }", "switch mode { case .on(let state): print(state); default: break }",
      "if case .on(let state) = mode { print(state) }", "let (state, number) = next(); print(state, number)",
      "do { try f() } catch let state { print(state) }",
    ]
  )
  func aNameThatAStatementBindsIsNoFinding(_ statement: String) {
    #expect(findings(feature("return .run { _ in \(statement) }")) == [])
  }

  @Test(
    arguments: [
      "for row in state.rows { print(row) }", "if let row = state.row { print(row) }", "for state in state.rows {}",
    ]
  )
  func aReadBesideABindingIsFound(_ statement: String) {
    #expect(findings(feature("return .run { _ in \(statement) }")) == ["10: captured-state"])
  }

  @Test func aStateOutsideOfTheEffectIsNoFinding() {
    #expect(findings(feature("state.count += 1; return .run { send in await send(.loaded) }")) == [])
  }

  @Test func waitingNeedsNoCatch() {
    #expect(findings(feature("return .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }")) == [])
    #expect(findings(feature("return .run { _ in try Task.checkCancellation() }")) == [])
  }

  @Test func anErrorWithoutACatchIsFound() {
    #expect(findings(feature("return .run { _ in try await load() }")) == ["10: uncaught-error"])
    #expect(findings(feature("return .run { _ in for try await _ in loads {} }")) == ["10: uncaught-error"])
  }

  @Test func aCaughtErrorIsNoFinding() {
    #expect(findings(feature("return .run { _ in try await load() } catch: { error, _ in log(error) }")) == [])
    #expect(findings(feature("return .run { _ in do { try await load() } catch { log(error) } }")) == [])
  }

  @Test func anErrorThatLeavesADoIsFound() {
    let code = "return .run { _ in do { try await load() } catch is LoadError { log() } }"
    #expect(findings(feature(code)) == ["10: uncaught-error"])
  }

  @Test func theErrorOfATestsFeatureIsReportedByTheTest() {
    #expect(findings("", test: feature("return .run { _ in try await load() }")) == [])
  }

  @Test func aDiscardedErrorIsFound() {
    #expect(findings(feature("return .run { _ in try? await load() }")) == ["10: swallowed-error"])
    #expect(findings(feature("return .run { _ in _ = try? await load() }")) == ["10: swallowed-error"])
    #expect(findings(feature("return .run { _ in do { try await load() } catch {} }")) == ["10: swallowed-error"])
    #expect(findings(feature("return .run { _ in try await load() } catch: { _, _ in }")) == ["10: swallowed-error"])
  }

  @Test func aUsedOptionalIsNoFinding() {
    #expect(findings(feature("return .run { send in await send(.loaded(try? await load())) }")) == [])
    #expect(findings(feature("return .run { _ in try? await clock.sleep(for: .seconds(1)) }")) == [])
  }

  @Test func anIDIsCanceledAnywhereInThePackage() {
    let start = "return .run { _ in }.cancellable(id: CancelID.load)"
    #expect(findings(feature(start)) == ["10: uncanceled-id"])
    #expect(findings(feature(start) + "\nlet stop = Effect.cancel(id: Feature.CancelID.load)") == [])
    #expect(
      findings(feature("return .run { _ in }.cancellable(id: Wrapped(ID.a))\nstop(.cancel(id: Wrapped(ID.a)))")) == []
    )
    #expect(findings(feature("return .run { _ in }.cancellable(id: ID.row(1))\nstop(.cancel(id: ID.row(2)))")) == [])
    // A variable may have any value.
    #expect(findings(feature(start) + "\nlet stop = CancelID.allCases.map { Effect.cancel(id: $0) }") == [])
    // A function of the program cancels no effect.
    #expect(findings(feature(start) + "\nfunc stop(_ job: Int) { queue.cancel(id: job) }") == ["10: uncanceled-id"])
  }

  @Test func anEffectThatReplacesTheLastOneNeedsNoCancellation() {
    #expect(findings(feature(#"return .run { _ in }.cancellable(id: "load", cancelInFlight: true)"#)) == [])
    #expect(
      findings(feature(#"return .run { _ in }.cancellable(id: "load", cancelInFlight: false)"#)) == [
        "10: uncanceled-id"
      ]
    )
  }

  @Test(
    arguments: [
      ".cancel(id: CancelID.lod)", "Effect<Action>.cancel(id: CancelID.lod)", #".cancel(id: "load")"#,
      "Task.cancel(id: CancelID.lod)", ".cancel(id: Wrapped(CancelID.lod))",
    ]
  )
  func aCancellationOfAnUnknownIDIsFound(_ cancellation: String) {
    let start = "start(.run { _ in }.cancellable(id: CancelID.load, cancelInFlight: true))\n"
    #expect(findings(feature(start + "return \(cancellation)")) == ["11: unknown-cancel-id"])
    #expect(findings(feature("return \(cancellation)")) == ["10: unknown-cancel-id"])
  }

  @Test(
    arguments: [
      ".run { _ in }.cancellable(id: CancelID.load, cancelInFlight: true)",
      ".run { _ in }.debounce(id: CancelID.load, for: 1, scheduler: queue)",
      ".run { _ in }.throttle(id: Other.CancelID.load, for: 1, scheduler: queue, latest: true)",
      ".run { _ in await withTaskCancellation(id: CancelID.load) {} }",
      ".run { _ in }.cancellable(id: id)",
    ]
  )
  func aCancellationOfAKnownIDIsNoFinding(_ effect: String) {
    #expect(findings(feature("start(\(effect))\nreturn .cancel(id: CancelID.load)")) == [])
  }

  @Test func aCancellationOfSomethingElseIsNoFinding() {
    #expect(findings(feature("client.cancel(id: Upload.main); return .none")) == [])
    #expect(findings(feature("return .cancel(id: id)")) == [])
  }

  @Test func aVariableMayBeAnyID() {
    #expect(findings(feature("return .run { _ in }.cancellable(id: id)")) == [])
  }
}
