public import CounterpointCore
@_spi(Internals) import CounterpointSupport
public import DependencyInjection

extension TestStore {
  /// Records an exhaustive test: sends actions to a feature, and writes the observed changes as assertions.
  ///
  /// ```swift
  /// print(await TestStore.record([.startTapped, .stopTapped], initialState: Timer.State()) { Timer() })
  /// ```
  ///
  /// Review the result before you use it: it asserts the current behavior of the feature, which need not be correct.
  /// The expressions of the state, the feature and its dependencies are copied from the source of this call.
  /// Constants in these expressions must be in scope in the test. Add the statements that advance clocks between two
  /// sends by hand. Values that can't be written as Swift become comments. An action that can't be written becomes an
  /// issue, so that the test doesn't pass without it.
  ///
  /// The result is deterministic for a deterministic feature.
  ///
  /// - Parameters:
  ///   - actions: The actions to send, in order.
  ///   - name: The name of the test.
  ///   - initialState: The initial state.
  ///   - reducer: The feature.
  ///   - prepare: Overrides dependencies of the feature.
  /// - Returns: The source of a file with one test.
  public static nonisolated(nonsending) func record<R: Reducer<State, Action>>(
    _ actions: [Action],
    named name: String = "recorded",
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> String {
    let store = TestStore(
      initialState: initialState(),
      exhaustivity: .off,
      reducer: reducer,
      withDependencies: prepare
    )
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var test = RecordedTest(of: R.self, named: name, besides: location)
    test.begin(state: store.state, CallSource(of: "record", at: location))
    await test.receiveAll(of: store)
    for action in actions {
      let before: State = store.driver.withStoreLock { store.history.cursor }
      _ = store.begin(action, assert: nil, at: store.location)
      let after: State = store.driver.withStoreLock { store.history.cursor }
      let (shared, literal) = (store.lastSentStep, test.literal)
      test.append(ReceiveLine.sendText(action, from: before, to: after, shared: shared, literal: literal))
      await test.receiveAll(of: store)
    }
    if !store.driver.effectsInFlight.isEmpty { test.append("  await store.skipInFlightEffects()") }
    return test.source()
  }
}

/// The source file of a recorded test.
struct RecordedTest<R: Reducer> {
  private let name: String
  private var body: [String] = []
  /// The types of the values in the test, by their names in the source.
  private var modules: [String: Set<String>] = [:]
  private let location: SourceLocation
  /// Writes the values of the test.
  let literal: Literal

  /// - Parameters:
  ///   - reducer: The type of the feature.
  ///   - name: The name of the test.
  ///   - location: The location of the recording call, in whose module the test can be used.
  init(of reducer: R.Type, named name: String, besides location: SourceLocation) {
    self.name = name
    self.location = location
    literal = Literal(visible: VisibleDeclarations(inNewFileBeside: location))
  }

  /// Appends the creation of the store.
  ///
  /// - Parameters:
  ///   - state: The initial state. Evaluated if its source is unknown.
  ///   - call: The source of the recording call, if available, with the expressions of the state, the feature and
  ///     its dependencies. Their values alone don't determine these expressions.
  mutating func begin(state: @autoclosure () -> R.State, _ call: CallSource?) {
    let state = call?.argument("initialState") ?? literal.ofArguments.text(of: state()) ?? "/* the state */"
    var arguments = ["initialState: \(Self.unindented(state))"]
    for label in ["reducer", "withDependencies"] {
      if let argument = call?.argument(label) { arguments.append("\(label): \(Self.unindented(argument))") }
    }
    var store = "let store = TestStore(\(arguments.joined(separator: ", ")))"
    for closure in call?.closures ?? [] {
      store += " \(closure.label.map { "\($0): " } ?? "")\(Self.unindented(closure.text))"
    }
    if call == nil { store += " {\n  \(unqualifiedName(of: R.self))()\n}" }
    append(store.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n"))
    append("")
  }

  /// Appends one or several lines.
  mutating func append(_ text: String) {
    body.append(text)
  }

  /// Runs the effects of a store, and appends a statement for each action that they send.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - recorded: Returns the expression of an equal state in the test; `nil` for none.
  nonisolated(nonsending) mutating func receiveAll(
    of store: TestStoreOf<R>,
    recorded: (R.State) -> String? = { _ in nil }
  ) async where R.State: Equatable {
    await store.driver.runUntilIdle()
    let received = store.receiveLines(indentation: "  ", limit: .max) { literal(copyingFrom: recorded($0)) }
    if !received.isEmpty { append(received) }
    store.driver.withStoreLock { _ = store.history.skip(store.history.received.count) }
  }

  /// Returns whether an action can be written as Swift.
  func canWrite(_ action: R.Action) -> Bool { literal.ofArguments.text(of: action) != nil }

  /// Returns the writer of the values of a state.
  ///
  /// - Parameter recordedState: The expression of an equal state in the test; `nil` for none.
  func literal(copyingFrom recordedState: String?) -> Literal {
    var literal = literal
    literal.recordedState = recordedState
    return literal
  }

  /// Puts the lines into the closure of a call.
  mutating func wrap(in call: String) {
    let lines = body.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    body = ["  \(call) {"] + lines.map { $0.isEmpty ? "" : "  \($0)" } + ["  }"]
  }

  /// Notes the modules of a value's types, so that the file imports those of the types that it creates.
  mutating func note(_ value: Any, depth: Int = 0) {
    let type = "\(String(reflecting: Swift.type(of: value)))"
    let module = String(type.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    if !["Swift", "Foundation", "CounterpointCore", "StateSharing", "IdentifiedArrays"].contains(module) {
      modules[unqualifiedName(of: Swift.type(of: value)), default: []].insert(module)
    }
    // Deeper values are rarely written as a whole.
    guard depth < 6 else { return }
    for child in Mirror(reflecting: value).children.prefix(100) { note(child.value, depth: depth + 1) }
  }

  /// Returns the source of the file.
  ///
  /// - Parameter effects: The effects of the function.
  func source(effects: String = "async") -> String {
    let test = "@Test func \(name)() \(effects) {\n\(body.joined(separator: "\n"))\n}\n"
    var modules: Set = ["Counterpoint", "CounterpointTesting", "Testing"]
    let own = "\(location.fileID)".prefix { $0 != "/" }
    for type in [R.self, R.State.self] as [Any.Type] {
      let module = String(reflecting: type).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if module != own, !["CounterpointCore", "Swift"].contains(module) { modules.insert(String(module)) }
    }
    for (type, own) in self.modules where test.contains("\(type)(") {
      // A part of Foundation that only some platforms have.
      modules.formUnion(own.map { $0 == "FoundationEssentials" ? "Foundation" : $0 })
    }
    if test.contains("RecordedAnswers(") { modules.insert("CounterpointRecording") }
    if test.contains(#/\b(Data|Date|Decimal|URL|UUID)\(/#) { modules.insert("Foundation") }
    let imports = modules.sorted().map { module in
      literal.visible?.isTestable(module) == true ? "@testable import \(module)" : "import \(module)"
    }
    return (imports + ["", test]).joined(separator: "\n")
  }

  /// Returns a source of several lines without the indentation of its last line.
  static func unindented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indentation = lines.last?.prefix { $0 == " " }.count ?? 0
    guard lines.count > 1 else { return text }
    let rest = lines.dropFirst().map { $0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count)) }
    return ([lines[0]] + rest).joined(separator: "\n")
  }
}
