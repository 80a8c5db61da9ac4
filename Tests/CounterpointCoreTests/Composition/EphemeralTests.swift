import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct EphemeralTests {
  enum Choice: Sendable, Equatable { case yes, no }
  typealias Prompt = AlertState<Choice>

  enum Destination: CasePathable {
    case alert(Prompt)
    case child(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Destination, Int> {
        AnyCasePath(embed: Destination.child, extract: { if case .child(let child) = $0 { child } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum DestinationAction: CasePathable, Sendable {
    case alert(Choice)
    case child(Bool)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<DestinationAction, Bool> {
        AnyCasePath(embed: DestinationAction.child, extract: { if case .child(let flag) = $0 { flag } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct State {
    var optional: Prompt?
    @PresentationState var presented: Prompt?
    @PresentationState var destination: Destination?
    var next: Prompt?
    var seen: [Choice] = []
    var sawPrompt: [Bool] = []
  }

  enum Action: CasePathable, Sendable {
    case optional(Choice)
    case presented(PresentationAction<Choice>)
    case destination(PresentationAction<DestinationAction>)

    struct AllCasePaths: Sendable {
      var optional: AnyCasePath<Action, Choice> {
        AnyCasePath(embed: Action.optional, extract: { if case .optional(let choice) = $0 { choice } else { nil } })
      }
      var presented: AnyCasePath<Action, PresentationAction<Choice>> {
        AnyCasePath(embed: Action.presented, extract: { if case .presented(let action) = $0 { action } else { nil } })
      }
      var destination: AnyCasePath<Action, PresentationAction<DestinationAction>> {
        AnyCasePath(
          embed: Action.destination,
          extract: { if case .destination(let action) = $0 { action } else { nil } }
        )
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func makeStore(_ state: State) -> Store<State, Action> {
    Store(initialState: state) {
      Reduce<State, Action> { state, action in
        switch action {
        case .optional(let choice):
          state.sawPrompt.append(state.optional != nil)
          state.seen.append(choice)
          if let next = state.next { state.optional = next }
        case .presented(.presented(let choice)):
          state.sawPrompt.append(state.presented != nil)
          state.seen.append(choice)
          if let next = state.next { state.presented = next }
        case .destination(.presented(.alert(let choice))):
          state.seen.append(choice)
          if let next = state.next { state.destination = .alert(next) }
        default:
          break
        }
        return .none
      }
      .ifLet(\.optional, action: \.optional)
      .ifLet(\.$presented, action: \.presented)
      .ifLet(\.$destination, action: \.destination) {
        EmptyReducer<Destination, DestinationAction>()
          .ifCaseLet(\.child, action: \.child) { EmptyReducer<Int, Bool>() }
      }
    }
  }

  private func prompt(_ title: String = "Sure?") -> Prompt {
    Prompt { TextState(title) }
  }

  @Test func aChoiceClearsThePromptAfterTheParentHasSeenIt() {
    let store = makeStore(State(optional: prompt(), presented: prompt(), destination: .alert(prompt())))
    store.send(.optional(.yes))
    store.send(.presented(.presented(.no)))
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.withState(\.seen) == [.yes, .no, .yes])
    #expect(store.withState(\.sawPrompt) == [true, true])
    #expect(store.withState { $0.optional == nil })
    #expect(store.withState { $0.presented == nil })
    #expect(store.withState { $0.destination == nil })
  }

  @Test func anotherPromptStays() {
    let next = prompt("Really?")
    let store = makeStore(State(optional: prompt(), presented: prompt(), destination: .alert(prompt()), next: next))
    store.send(.optional(.yes))
    store.send(.presented(.presented(.no)))
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.withState { $0.optional?.id } == next.id)
    #expect(store.withState { $0.presented?.id } == next.id)
    store.withState { state in
      guard case .alert(let alert)? = state.destination else {
        Issue.record("The alert is gone.")
        return
      }
      #expect(alert.id == next.id)
    }
  }

  @Test func anEqualPromptWithAnotherIDStays() {
    let store = makeStore(State(presented: prompt(), next: prompt()))
    store.send(.presented(.presented(.no)))
    #expect(store.withState { $0.presented != nil })
  }

  @Test func anActionOfAnotherCaseDoesNotClear() {
    let store = makeStore(State(destination: .alert(prompt())))
    let reported = issues { store.send(.destination(.presented(.child(true)))) }
    #expect(reported.count == 1)
    #expect(store.withState { $0.destination != nil })
    let other = makeStore(State(destination: .child(1)))
    other.send(.destination(.presented(.child(true))))
    other.send(.destination(.presented(.alert(.yes))))
    #expect(other.withState { $0.destination != nil })
  }

  @Test func dismissClears() {
    let store = makeStore(State(presented: prompt(), destination: .alert(prompt())))
    store.send(.presented(.dismiss))
    store.send(.destination(.dismiss))
    #expect(store.withState { $0.presented == nil })
    #expect(store.withState { $0.destination == nil })
  }

  @Test func aChoiceWithoutPromptIsReported() {
    let store = makeStore(State())
    #expect(issues { store.send(.optional(.yes)) }.count == 1)
    #expect(issues { store.send(.presented(.presented(.yes))) }.count == 1)
  }
}
