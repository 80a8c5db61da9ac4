import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording

/// The logic of the inspector, for all platforms.
@Reducer
struct InspectorFeature {
  @ObservableState
  struct State: Equatable, Sendable {
    var program: InspectedProgram.Description
    /// Observed by ``timelineRevision``, because an observed field is copied by each mutation.
    @ObservationStateIgnored private var storedTimeline = Timeline()
    private var timelineRevision = 0
    var rows = FilteredRows()
    /// The selected row; `nil` if there are no rows.
    var selection: Int?
    /// Whether new actions are selected.
    var isFollowing = true
    var tab = DetailTab.changes
    var tree = JSONTree()
    /// The moment that the selected one is compared with; `nil` for the moment before.
    var mark: Moment?
    var details: Details?
    /// The states that are being loaded.
    var loading: Comparison?
    var prompt: Prompt?
    /// The text that the user types.
    var draft = ""
    var completion = Completion()
    /// The result of the last request.
    var notice: String?
    var isPlaying = false
    /// The number of actions that are played per second.
    var speed = 2
    var hasEnded = false

    init(program: InspectedProgram.Description) { self.program = program }

    var timeline: Timeline {
      _ = timelineRevision
      return storedTimeline
    }

    mutating func append(_ events: [InspectedEvent]) {
      storedTimeline.append(events)
      timelineRevision += 1
      rows.update(storedTimeline)
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case eventsReceived([InspectedEvent])
    /// The program or the recording has ended, with the failure of the connection if there is one.
    case ended(failure: String?)
    case detailsLoaded(Details)
    case requestFinished(InspectorRequest, failure: String?)
    case playTicked
    case user(UserAction)
  }

  @Dependency(\.continuousClock) var clock

  let program: InspectedProgram

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .eventsReceived(let events):
        state.append(events)
        if state.isFollowing, state.prompt?.isAboutSelection != true { state.selectLastRow() }
        return load(&state)
      case .ended(let failure):
        state.hasEnded = true
        if let failure { state.notice = failure }
        return .none
      case .detailsLoaded(let details):
        state.loading = nil
        // A filter may have hidden the action meanwhile.
        state.details = state.selection == nil ? nil : details
        state.updateTree()
        return load(&state)
      case .requestFinished(let request, let failure):
        state.notice = failure ?? request.confirmation
        return .none
      case .playTicked: return step(&state)
      case .user(let action):
        state.notice = nil
        return .merge(reduce(&state, action), load(&state))
      }
    }
    .onMount { state in state.hasEnded ? .none : receive() }
  }

  private func reduce(_ state: inout State, _ action: UserAction) -> Effect<Action> {
    switch action {
    case .rowSelected(let row): state.select(row)
    case .selectionMoved(let rows): state.select((state.selection ?? 0) + rows)
    case .lastRowSelected: state.selectLastRow()
    case .causeButtonTapped: state.selectCause()
    case .tabSelected(let tab): state.tab = tab
    case .tabMoved(let tabs): state.moveTab(by: tabs)
    case .treeRowToggled(let row):
      guard state.tree.rows.indices.contains(row) else { return .none }
      state.tree.toggle(state.tree.rows[row].path)
      state.updateTree()
    case .markButtonTapped: state.toggleMark()
    case .markCleared: state.mark = nil
    case .showButtonTapped:
      guard let moment = state.selectedMoment else { return .none }
      return perform(.show(store: moment.store, number: moment.number), &state)
    case .goLiveButtonTapped:
      state.selectLastRow()
      let shown = state.timeline.storesByNumber.filter { $0.shown != nil }
      return .merge(stop(&state), .merge(shown.map { perform(.goLive(store: $0.description.number), &state) }))
    case .resumeButtonTapped: if state.selectedMoment != nil { state.open(.resume) }
    case .playButtonTapped: return state.isPlaying ? stop(&state) : play(&state)
    case .speedButtonTapped(let faster):
      state.speed = min(max(faster ? state.speed * 2 : state.speed / 2, 1), 64)
      return state.isPlaying ? play(&state) : .none
    case .causeFilterButtonTapped: state.moveCauseFilter()
    case .storeFilterButtonTapped: state.moveStoreFilter()
    case .filterCleared: state.setFilter(TimelineFilter())
    case .filterEdited(let text): state.setFilterText(text)
    case .promptOpened(let prompt): state.open(prompt)
    case .promptDismissed: state.prompt = nil
    case .draftEdited(let text): state.edit(text)
    case .completeButtonTapped: state.complete()
    case .promptSubmitted: return submit(&state)
    }
    return .none
  }
}

// MARK: - Effects

extension InspectorFeature {
  /// Receives the events of the program until it ends.
  private func receive() -> Effect<Action> {
    .run(name: "events") { [program] send in
      for try await events in program.batches() { await send(.eventsReceived(events)) }
      await send(.ended(failure: nil))
    } catch: { error, send in
      await send(.ended(failure: errorText(error)))
    }
  }

  /// Loads the states of the selected moment, unless others are being loaded. Their answer calls this again.
  func load(_ state: inout State) -> Effect<Action> {
    guard state.loading == nil, let comparison = state.comparison, comparison != state.details?.comparison else {
      return .none
    }
    state.loading = comparison
    return .run(name: "states") { [program] send in
      await send(.detailsLoaded(Details.load(comparison, of: program)))
    }
  }

  func perform(_ request: InspectorRequest, _ state: inout State) -> Effect<Action> {
    if let permission = request.permission, !state.program.permissions.contains(permission) {
      state.notice =
        "The program does not permit its inspector to \(permission.rawValue). "
        + "Add .\(permission.rawValue) to the permissions of Inspector.listen."
      return .none
    }
    return .run(name: "request") { [program] send in
      try await program.perform(request)
      await send(.requestFinished(request, failure: nil))
    } catch: { error, send in
      await send(.requestFinished(request, failure: errorText(error)))
    }
  }

  private func submit(_ state: inout State) -> Effect<Action> {
    let (prompt, moment) = (state.prompt, state.selectedMoment)
    switch prompt {
    case .resume:
      state.prompt = nil
      state.isFollowing = true
      return moment.map { perform(.resume(store: $0.store, number: $0.number), &state) } ?? .none
    case .note:
      state.prompt = nil
      return moment.map { perform(.note(store: $0.store, number: $0.number, text: state.draft), &state) } ?? .none
    case .send:
      guard let store = state.targetStore else { return .none }
      guard let action = try? JSONValue(parsing: JSONText(state.draft.utf8)) else {
        state.notice = "The text is not JSON. Press tab to complete it from the actions so far."
        return .none
      }
      state.prompt = nil
      return perform(.send(store: store, action: action), &state)
    case .filter, .help, nil:
      state.prompt = nil
      return .none
    }
  }
}
