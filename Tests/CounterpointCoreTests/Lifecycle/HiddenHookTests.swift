import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

/// A store reports reducers that hide the hooks of others when it is created.
@MainActor
@Suite struct HiddenHookTests {
  private let log = Recorder<String>()

  private var hooked: Hooked<Twig> { Hooked(hook: .mount, log: log, base: Twig()) }

  /// Returns the first lines of the issues that the creation of a store reports.
  private func headlines<State, Action, R: Reducer<State, Action>>(
    _ state: State,
    @ReducerBuilder<State, Action> _ reducer: () -> R
  ) -> [String] {
    issues { _ = Store(initialState: state, on: MainActor.shared) { reducer() } }.map(\.headline)
  }

  private static let module = "CounterpointCoreTests"

  private func expected(_ wrapper: String, _ hidden: String = "\(module).Hooked<\(module).Twig>") -> [String] {
    ["'\(Self.module).\(wrapper)' hides the lifecycle hooks of '\(hidden)': they are never called."]
  }

  private let generic = "Wrapping<\(module).Hooked<\(module).Twig>>"

  @Test func atTheRoot() {
    #expect(headlines(Twig.State()) { Wrapping(base: hooked) } == expected(generic))
    #expect(headlines(Twig.State()) { WrappingTwig(feature: hooked) } == expected("WrappingTwig"))
    #expect(headlines(Twig.State()) { WrappingAny(base: hooked) } == expected("WrappingAny"))
    #expect(
      headlines(Twig.State()) { Wrapping(base: Optional(hooked)) }
        == expected(
          "Wrapping<Swift.Optional<\(Self.module).Hooked<\(Self.module).Twig>>>",
          "Swift.Optional<\(Self.module).Hooked<\(Self.module).Twig>>"
        )
    )
  }

  /// The inner one is reported, because the outer one hides nothing after its correction.
  @Test func inAnotherWrapper() {
    #expect(headlines(Twig.State()) { Wrapping(base: Wrapping(base: hooked)) } == expected(generic))
  }

  @Test func belowOperatorsAndInBodies() {
    let expected = expected(generic)
    #expect(headlines(Twig.State()) { Wrapping(base: hooked).onChange(of: \.value) { _, _ in .none } } == expected)
    #expect(headlines(Twig.State()) { if !log.entries.isEmpty { Twig() } else { Wrapping(base: hooked) } } == expected)
    #expect(headlines(Twig.State()) { for _ in 0..<1 { Wrapping(base: hooked) } } == expected)
    #expect(headlines(Twig.State()) { Composed(base: Wrapping(base: hooked)) } == expected)
    let child = Composed(base: Wrapping(base: hooked))
    #expect(headlines(Branch<Composed<Wrapping<Hooked<Twig>>>>.State()) { Branch(child: child) } == expected)
  }

  @Test func eachStoreReportsIt() {
    for _ in 0..<3 { #expect(headlines(Twig.State()) { Wrapping(base: hooked) }.count == 1) }
  }

  @Test func theIssueIsAtTheHookAndSaysWhatToWrite() throws {
    let reported = issues { _ = Store(initialState: Twig.State(), on: MainActor.shared) { Wrapping(base: hooked) } }
    let issue = try #require(reported.first)
    #expect(issue.fileID.hasSuffix("Plot.swift"))
    #expect(
      issue.message.hasSuffix(
        """
          var body: some Reducer<State, Action> {
            Reduce { state, action in … }
            base
          }
        """
      )
    )
  }

  @Test func otherReducersAreNotReported() {
    #expect(headlines(Twig.State()) { Wrapping(base: Twig()) } == [])
    #expect(headlines(Twig.State()) { Wrapping(base: Wrapping(base: Twig())) } == [])
    #expect(headlines(Twig.State()) { OwnReduce(log: log) } == [])
    #expect(headlines(Twig.State()) { Composed(base: OwnReduce(log: log)) } == [])
    #expect(log.entries == [])
  }

  @Test func aBodyThatListsTheReducerKeepsItsHooks() {
    #expect(headlines(Twig.State()) { Composed(base: hooked) } == [])
    #expect(log.text == "+0")
  }

  /// A hook outside of the wrapper is found.
  @Test func aHookAroundAWrapperIsCalled() {
    #expect(headlines(Twig.State()) { Hooked(hook: .mount, log: log, base: Wrapping(base: Twig())) } == [])
    #expect(log.text == "+0")
  }

  /// The bodies are evaluated for the first store only.
  @Test func theSearchRunsOncePerType() {
    let evaluations = Recorder<String>()
    for _ in 0..<3 { #expect(headlines(Twig.State()) { Counting(evaluations: evaluations) } == []) }
    #expect(evaluations.entries.count == 1)
  }
}

/// A reducer that hides another one.
private struct Wrapping<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

private struct WrappingTwig: Reducer {
  let feature: Hooked<Twig>

  func reduce(into state: inout Twig.State, action: Twig.Action) -> Effect<Twig.Action> {
    feature.reduce(into: &state, action: action)
  }
}

private struct WrappingAny: Reducer {
  let base: any Reducer<Twig.State, Twig.Action>

  func reduce(into state: inout Twig.State, action: Twig.Action) -> Effect<Twig.Action> {
    base.reduce(into: &state, action: action)
  }
}

/// A reducer that lists another one in its body.
private struct Composed<Base: Reducer>: Reducer {
  let base: Base

  var body: some Reducer<Base.State, Base.Action> {
    Reduce { _, _ in .none }
    base
  }
}

/// A reducer without others.
private struct OwnReduce: Reducer {
  let log: Recorder<String>

  func reduce(into state: inout Twig.State, action: Twig.Action) -> Effect<Twig.Action> { .none }
}

/// A reducer that notes the evaluations of its body.
private struct Counting: Reducer {
  let evaluations: Recorder<String>

  var body: some Reducer<Twig.State, Twig.Action> {
    let _ = evaluations.note("body")
    OwnReduce(log: evaluations)
  }
}
