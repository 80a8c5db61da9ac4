import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Testing

/// The issues for actions of absent children.
@MainActor
@Suite struct CompositionIssueTests {
  typealias Feature = Branch<Twig>

  private func send(_ action: Feature.Action, to state: Feature.State = Feature.State()) -> (
    issues: [ReportedIssue], parentRuns: Int, state: Feature.State
  ) {
    var parentRuns = 0
    let store = Store(initialState: state) {
      Feature(child: Twig()) { _, _ in
        parentRuns += 1
        return .none
      }
    }
    let reported = issues { store.send(action) }
    return (reported, parentRuns, store.withState { $0 })
  }

  private let tap = Twig.Action("tapped") { state in
    state.value = -1
    return .none
  }

  @Test(arguments: Embedding.allCases) func aMissingChildIsReportedAndTheParentRuns(_ embedding: Embedding) throws {
    let result = send(Feature.child(embedding, 7, tap))
    let issue = try #require(result.issues.first)
    #expect(result.issues.count == 1)
    #expect(result.parentRuns == 1)
    #expect(issue.fileID.hasSuffix("Branch.swift"))
    #expect(issue.message.contains("\(issue.fileID):\(issue.line)"))
    #expect(issue.message.contains("\"tapped\""))
    #expect(issue.message.contains("A reducer that runs before"))
    #expect(issue.message.contains("An effect has sent the action after"))
    #expect(!issue.message.contains(" a element"))
    #expect(issue.message.contains("The action was sent to the store"))
    let expected =
      switch embedding {
      case .optional: "'ifLet' at \(issue.fileID):\(issue.line) received a child action while the child's state was nil"
      case .presented: "received a presentation action while the destination's state was absent"
      case .rows, .path: "'forEach' at \(issue.fileID):\(issue.line) received an action for an element that is missing"
      }
    #expect(issue.message.contains(expected))
  }

  @Test func dismissingAnAbsentChildIsReported() throws {
    let result = send(.presented(.dismiss))
    let issue = try #require(result.issues.first)
    #expect(issue.message.contains("presentation action while the destination's state was absent"))
    #expect(issue.message.contains("dismiss"))
    #expect(result.parentRuns == 1)
  }

  @Test func poppingAMissingElementIsReported() throws {
    var state = Feature.State()
    state.path = [Twig.State(), Twig.State()]
    let result = send(.path(.popFrom(id: 7)), to: state)
    let issue = try #require(result.issues.first)
    #expect(issue.message.contains("#7"))
    #expect(issue.message.contains("[#0, #1]"))
    #expect(result.parentRuns == 1)
    #expect(result.state.path.count == 2)
  }

  @Test func pushingAPresentElementIsReportedAndIgnored() throws {
    var state = Feature.State()
    state.path = [Twig.State(value: 1), Twig.State(value: 2)]
    let result = send(.path(.push(id: 1, state: Twig.State(value: 3))), to: state)
    let issue = try #require(result.issues.first)
    #expect(issue.message.contains("received a push of an element whose id is already in the stack"))
    #expect(issue.message.contains("#1"))
    #expect(issue.message.contains("[#0, #1]"))
    #expect(result.parentRuns == 1)
    #expect(result.state.path.map(\.value) == [1, 2])
  }

  @Test func pushingAnUnknownIDIsReportedInATestAndDone() throws {
    let result = send(.path(.push(id: 5, state: Twig.State(value: 3))))
    let issue = try #require(result.issues.first)
    #expect(issue.message.contains("received #5"))
    #expect(issue.message.contains("expected #0"))
    #expect(result.parentRuns == 1)
    #expect(result.state.path.map(\.value) == [3])
    #expect(Array(result.state.path.ids) == [5])
  }

  @Test func theIssueIsAtTheLineOfTheOperator() throws {
    let line: UInt = #line + 3
    let store = Store(initialState: Feature.State()) {
      Reduce<Feature.State, Feature.Action> { _, _ in .none }
        .ifLet(\.optional, action: \.optional) { Twig() }
        .ifLet(\.$presented, action: \.presented) { Twig() }
        .forEach(\.rows, action: \.rows) { Twig() }
        .forEach(\.path, action: \.path) { Twig() }
    }
    let reported = issues {
      for embedding in Embedding.allCases { store.send(Feature.child(embedding, 3, tap)) }
    }
    #expect(reported.map(\.line) == [line, line + 1, line + 2, line + 3])
    #expect(reported.allSatisfy { $0.fileID == #fileID })
  }
}
