import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTesting
import Testing

@testable import InspectorProgram

@MainActor
@Suite struct InspectorFeatureTests {
  private func details(_ old: Int, _ new: Int) -> Details {
    let states = SignUpSession.states
    return Details(
      comparison: Comparison(old: Moment(store: 1, number: old), new: Moment(store: 1, number: new)),
      state: states[new],
      changes: JSONChange.changes(from: states[old], to: states[new])
    )
  }

  /// A test store after the events, with the details of the last action.
  private func store(_ program: InspectedProgram = SignUpSession.program()) -> TestStoreOf<InspectorFeature> {
    var state = SignUpSession.inspectorState
    state.program = program.description
    state.hasEnded = true
    state.details = details(5, 6)
    state.updateTree()
    return TestStore(initialState: state) { InspectorFeature(program: program) }
  }

  @Test func eventsArrive() async {
    let store = TestStore(initialState: InspectorFeature.State(program: SignUpSession.program().description)) {
      InspectorFeature(program: SignUpSession.program())
    }
    let last = Comparison(old: Moment(store: 1, number: 5), new: Moment(store: 1, number: 6))
    await store.receive(.eventsReceived(SignUpSession.events)) {
      $0.append(SignUpSession.events)
      $0.selection = 5
      $0.loading = last
    }
    await store.receive(.ended(failure: nil)) { $0.hasEnded = true }
    await store.receive(.detailsLoaded(details(5, 6))) {
      $0.loading = nil
      $0.details = details(5, 6)
      $0.updateTree()
    }
    #expect(store.state.details?.changes?.map(\.path.description).contains("account") == true)
  }

  @Test func onlyOnePairOfStatesIsLoadedAtATime() async {
    let (answers, release) = AsyncStream<Void>.makeStream()
    var program = SignUpSession.program()
    program.state = { [state = program.state] store, number in
      for await _ in answers { break }
      return try await state(store, number)
    }
    let store = store(program)
    await store.send(.user(.selectionMoved(by: -1))) {
      $0.selection = 4
      $0.isFollowing = false
      $0.loading = Comparison(old: Moment(store: 1, number: 4), new: Moment(store: 1, number: 5))
    }
    await store.send(.user(.selectionMoved(by: -2))) { $0.selection = 2 }
    await store.send(.user(.selectionMoved(by: -9))) { $0.selection = 0 }
    release.finish()
    await store.receive(.detailsLoaded(details(4, 5))) {
      $0.details = details(4, 5)
      $0.updateTree()
      $0.loading = Comparison(old: Moment(store: 1, number: 0), new: Moment(store: 1, number: 1))
    }
    await store.receive(.detailsLoaded(details(0, 1))) {
      $0.loading = nil
      $0.details = details(0, 1)
      $0.updateTree()
    }
  }

  @Test func anyTwoMomentsAreCompared() async {
    let store = store()
    await store.send(.user(.markButtonTapped)) {
      $0.mark = Moment(store: 1, number: 6)
      $0.loading = Comparison(old: Moment(store: 1, number: 6), new: Moment(store: 1, number: 6))
    }
    await store.receive(.detailsLoaded(details(6, 6))) {
      $0.loading = nil
      $0.details = details(6, 6)
      $0.updateTree()
    }
    await store.send(.user(.rowSelected(1))) {
      $0.selection = 1
      $0.isFollowing = false
      $0.loading = Comparison(old: Moment(store: 1, number: 6), new: Moment(store: 1, number: 2))
    }
    await store.receive(.detailsLoaded(details(6, 2))) {
      $0.loading = nil
      $0.details = details(6, 2)
      $0.updateTree()
    }
  }

  @Test func theCauseIsSelected() async {
    let store = store()
    // Each selection also loads its details, which other tests assert.
    store.exhaustivity = .off
    await store.send(.user(.causeFilterButtonTapped)) { $0.setFilter(TimelineFilter(cause: .user)) }
    await store.send(.user(.filterCleared)) { $0.setFilter(TimelineFilter()) }
    await store.send(.user(.lastRowSelected)) { $0.selection = 5 }
    await store.send(.user(.causeButtonTapped)) { $0.selection = 4 }
    await store.send(.user(.causeButtonTapped)) {
      $0.notice = "The action was sent by the program itself."
    }
    await store.skipReceivedActions(strict: false)
  }

  @Test func momentsAreShownAndResumed() async {
    let requests = LockIsolated<[InspectorRequest]>([])
    let store = store(SignUpSession.program { request in requests.withValue { $0.append(request) } })
    await store.send(.user(.showButtonTapped))
    await store.receive(.requestFinished(.show(store: 1, number: 6), failure: nil)) {
      $0.notice = "The program shows the moment after action 6."
    }
    await store.send(.user(.resumeButtonTapped)) {
      $0.notice = nil
      $0.prompt = .resume
    }
    await store.send(.user(.promptSubmitted)) { $0.prompt = nil }
    await store.receive(.requestFinished(.resume(store: 1, number: 6), failure: nil)) {
      $0.notice = "The program goes on from the moment after action 6."
    }
    await store.send(.eventsReceived([.shown(store: 1, number: 6, refused: 2)])) {
      $0.append([.shown(store: 1, number: 6, refused: 2)])
    }
    await store.send(.user(.goLiveButtonTapped)) { $0.notice = nil }
    await store.receive(.requestFinished(.goLive(store: 1), failure: nil)) {
      $0.notice = "The program shows the present."
    }
    #expect(
      requests.value == [.show(store: 1, number: 6), .resume(store: 1, number: 6), .goLive(store: 1)]
    )
  }

  @Test func permissionsAreChecked() async {
    let store = store(SignUpSession.program(permissions: [.look]))
    await store.send(.user(.showButtonTapped)) {
      $0.notice =
        "The program does not permit its inspector to travel. Add .travel to the permissions of Inspector.listen."
    }
  }

  @Test func refusalsAreShown() async {
    let store = store(SignUpSession.program { _ in throw InspectionError("The store has ended.") })
    await store.send(.user(.showButtonTapped))
    await store.receive(.requestFinished(.show(store: 1, number: 6), failure: "The store has ended.")) {
      $0.notice = "The store has ended."
    }
  }

  @Test func missingStatesAreExplained() async {
    let store = store()
    let action = InspectedEvent.action(
      InspectedAction(store: 1, number: 7, time: 9_999_000, cause: .user("A.swift:1"), text: JSONValue.null.json)
    )
    let comparison = Comparison(old: Moment(store: 1, number: 6), new: Moment(store: 1, number: 7))
    await store.send(.eventsReceived([action])) {
      $0.append([action])
      $0.selection = 6
      $0.loading = comparison
    }
    await store.receive(.detailsLoaded(Details(comparison: comparison, failure: "The moment is not kept."))) {
      $0.loading = nil
      $0.details = Details(comparison: comparison, failure: "The moment is not kept.")
      $0.tree = JSONTree()
    }
  }

  @Test func actionsAreWrittenWithCompletion() async {
    let requests = LockIsolated<[InspectorRequest]>([])
    let store = store(SignUpSession.program { request in requests.withValue { $0.append(request) } })
    await store.send(.user(.promptOpened(.send))) { $0.prompt = .send }
    await store.send(.user(.draftEdited("start"))) { $0.draft = "start" }
    await store.send(.user(.promptSubmitted)) {
      $0.notice = "The text is not JSON. Press tab to complete it from the actions so far."
    }
    await store.send(.user(.completeButtonTapped)) {
      $0.notice = nil
      $0.draft = #"{"startButtonTapped":{}}"#
      $0.completion = Completion(typed: "start", next: 1)
    }
    await store.send(.user(.promptSubmitted)) { $0.prompt = nil }
    await store.receive(
      .requestFinished(.send(store: 1, action: .object(["startButtonTapped": .object([:])])), failure: nil)
    ) {
      $0.notice = "The action was sent."
    }
    #expect(requests.value.count == 1)
  }

  @Test func notesAreTaken() async {
    let store = store()
    await store.send(.user(.promptOpened(.note))) { $0.prompt = .note }
    await store.send(.user(.draftEdited("here"))) { $0.draft = "here" }
    await store.send(.user(.promptSubmitted)) { $0.prompt = nil }
    await store.receive(.requestFinished(.note(store: 1, number: 6, text: "here"), failure: nil)) {
      $0.notice = "A note is at action 6."
    }
  }

  /// A later action arrives while the user types.
  private func receiveAnAction(_ store: TestStoreOf<InspectorFeature>) async {
    let action = InspectedEvent.action(
      InspectedAction(store: 2, number: 1, time: 9_999_000, cause: .user("A.swift:1"), text: JSONValue.null.json)
    )
    await store.send(.eventsReceived([action]))
  }

  @Test(arguments: [Prompt.note, .send, .resume]) func aPromptKeepsToTheSelectedMoment(prompt: Prompt) async {
    let requests = LockIsolated<[InspectorRequest]>([])
    let store = store(SignUpSession.program { request in requests.withValue { $0.append(request) } })
    // The confirmations and the loaded details are those of other tests.
    store.exhaustivity = .off
    await store.send(.user(.promptOpened(prompt))) { $0.prompt = prompt }
    await receiveAnAction(store)
    #expect(store.state.selectedMoment == Moment(store: 1, number: 6))
    #expect(store.state.isFollowing)
    await store.send(.user(.draftEdited("{}")))
    await store.send(.user(.promptSubmitted)) { $0.prompt = nil }
    await store.skipReceivedActions(strict: false)
    let request: InspectorRequest? =
      switch prompt {
      case .note: .note(store: 1, number: 6, text: "{}")
      case .send: .send(store: 1, action: .object([:]))
      case .resume: .resume(store: 1, number: 6)
      case .filter, .help: nil
      }
    #expect(requests.value == [request])
  }

  @Test func aFilterFollowsWhatArrives() async {
    let store = store()
    // The loaded details are those of other tests.
    store.exhaustivity = .off
    await store.send(.user(.promptOpened(.filter))) { $0.prompt = .filter }
    await receiveAnAction(store)
    #expect(store.state.selectedMoment == Moment(store: 2, number: 1))
    await store.skipReceivedActions(strict: false)
  }

  @Test func theHistoryIsPlayed() async {
    let clock = TestClock()
    let store = store()
    store.dependencies.continuousClock = clock
    // Each selection also loads its details, which other tests assert.
    store.exhaustivity = .off
    await store.send(.user(.rowSelected(3)))
    await store.send(.user(.playButtonTapped)) { $0.isPlaying = true }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.playTicked) { $0.selection = 4 }
    await store.send(.user(.speedButtonTapped(faster: true))) { $0.speed = 4 }
    await clock.advance(by: .milliseconds(250))
    await store.receive(.playTicked) { $0.selection = 5 }
    await clock.advance(by: .milliseconds(250))
    await store.receive(.playTicked) { $0.isPlaying = false }
    await store.skipReceivedActions(strict: false)
  }

  @Test func theFilterChangesWhileTyping() async {
    let store = store()
    // Each letter also loads details, and changes the rows that are checked below.
    store.exhaustivity = .off
    await store.send(.user(.promptOpened(.filter))) { $0.prompt = .filter }
    await store.send(.user(.draftEdited("basics"))) { $0.selection = 2 }
    #expect(store.state.rows.count == 3)
    await store.send(.user(.promptSubmitted)) { $0.prompt = nil }
    #expect(store.state.rows.filter.text == "basics")
    await store.skipReceivedActions(strict: false)
  }

  @Test func nothingIsShownOfHiddenActions() async {
    let store = store()
    await store.send(.user(.filterEdited("nothing"))) {
      $0.setFilter(TimelineFilter(text: "nothing"))
      $0.selection = nil
      $0.details = nil
      $0.tree = JSONTree()
    }
    let late = details(4, 5)
    await store.send(.detailsLoaded(late))
    await store.send(.user(.filterCleared)) {
      $0.setFilter(TimelineFilter())
      $0.selection = 5
      $0.loading = Comparison(old: Moment(store: 1, number: 5), new: Moment(store: 1, number: 6))
    }
    await store.receive(.detailsLoaded(details(5, 6))) {
      $0.loading = nil
      $0.details = details(5, 6)
      $0.updateTree()
    }
  }

  @Test func tabsAndTreesAreMoved() async {
    let store = store()
    await store.send(.user(.tabMoved(by: -1))) { $0.tab = .shared }
    await store.send(.user(.tabMoved(by: 2))) { $0.tab = .state }
    await store.send(.user(.treeRowToggled(0))) {
      $0.tree.toggle($0.tree.rows[0].path)
      $0.updateTree()
    }
    #expect(store.state.tree.rows[0].isExpanded == false)
  }
}
