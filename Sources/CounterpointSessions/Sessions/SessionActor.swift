import CounterpointCore
import CounterpointHTML

/// A visitor: an actor that owns the visitor's store and the last page that was rendered.
///
/// A page is rendered when a stream or a request asks for it. So a visitor without an open page costs no rendering,
/// and a slow connection gets fewer, larger changes instead of a growing queue.
actor SessionActor<ViewState: Sendable, ViewAction: Codable & Sendable> {
  /// Something that a visitor has done on the page.
  enum Input {
    /// The action, and its text as it stands in the page.
    case action(ViewAction, code: String)
    case field(name: String, text: String)
  }

  private let app: WebApp<ViewState, ViewAction>
  private let streams: EventStreams
  private let effects: SessionEffects
  private lazy var viewStore = makeViewStore()
  private lazy var shown = ShownPage(
    app.screen(viewStore.state),
    revision: firstRevision,
    keepsOffers: app.acceptsOnlyOfferedActions
  )
  private let firstRevision: Int
  private var observation: ObserveToken?
  private var batches = Batches()
  private let now: @Sendable () -> Duration

  init(
    app: WebApp<ViewState, ViewAction>,
    streams: EventStreams,
    effects: SessionEffects,
    firstRevision: Int = 0,
    now: @escaping @Sendable () -> Duration
  ) {
    self.app = app
    self.streams = streams
    self.effects = effects
    self.firstRevision = firstRevision
    self.now = now
  }

  private func makeViewStore() -> ViewStore<ViewState, ViewAction> {
    let viewStore = app.makeViewStore(self)
    viewStore.attach(effects)
    return viewStore
  }

  /// Returns the page of the current state, its revision, and whether the page is busy.
  func page() -> (html: [HTML], revision: Int, isBusy: Bool) {
    refresh()
    return (shown.html, shown.revision, app.isBusy(viewStore.state))
  }

  /// Returns the events that lead from a revision of the page to the current state.
  func events(since revision: Int) -> (text: String, revision: Int) {
    refresh()
    return (shown.events(since: revision), shown.revision)
  }

  /// Handles the inputs of a request in their order, all of them or none.
  ///
  /// Idempotent for requests with an identifier: a repetition gets the result of the first one.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - batch: What identifies the request; `nil` if the sender never repeats it.
  /// - Throws: Why none of the inputs has been handled.
  func send(_ inputs: [Input], batch: BatchID? = nil) throws(Refusal) {
    guard let batch else { return try handle(inputs) }
    switch batches.decision(on: batch) {
    case .perform: break
    case .repeated(let result): return try result.get()
    case .unknown: throw .unknownBatch
    }
    do throws(Refusal) {
      try handle(inputs)
    } catch {
      // What may be accepted later must not be refused for good.
      if !error.isTemporary { batches.record(.failure(error), of: batch) }
      throw error
    }
    batches.record(.success(()), of: batch)
  }

  private func handle(_ inputs: [Input]) throws(Refusal) {
    try effects.checkLimits()
    if app.acceptsOnlyOfferedActions { refresh() }
    var fields: [WebField]?
    var writes: [() -> Void] = []
    for input in inputs {
      switch input {
      case .action(let action, let code):
        try checkOffer { $0.availability(ofAction: code, now: $1) }
        writes.append { [viewStore, effects] in effects.handle(actionName(of: action)) { viewStore.send(action) } }
      case .field(let name, let text):
        let known = fields ?? app.fields(viewStore)
        fields = known
        guard let field = known.first(where: { $0.name == name }) else { throw .unknownField }
        let availability = try checkOffer { $0.availability(ofField: name, now: $1) }
        // Browsers send read-only fields with their form.
        if availability == .readOnly { continue }
        writes.append { [shown, streams, effects, now] in
          // The browser shows the text. If the state refuses or clears it before the next rendering, that is a change
          // of the page.
          shown.show(shown.html.writing(text, inField: name), now: now())
          shown.isStale = true
          effects.handle("field.\(name)") { field.binding.wrappedValue = text }
          streams.wake()
        }
      }
    }
    observe()
    for write in writes { write() }
  }

  /// Refuses an input that neither the page nor one that a tab may still show offers.
  @discardableResult
  private func checkOffer(
    _ availability: (ShownPage, Duration) -> PageOffers.Availability?
  ) throws(Refusal) -> PageOffers.Availability {
    guard app.acceptsOnlyOfferedActions else { return .enabled }
    switch availability(shown, now()) {
    case nil: throw .notOffered
    case .disabled: throw .disabled
    case let availability?: return availability
    }
  }

  private func refresh() {
    observe()
    // The notification of a shared value that another store has changed may still be on its way: a loaded page shows
    // the change.
    viewStore.catchUp()
    guard shown.isStale else { return }
    shown.show(app.screen(viewStore.state), now: now())
  }

  private func observe() {
    guard observation == nil else { return }
    let (shown, streams) = (shown, streams)
    // The page has been rendered from the first state.
    var isFirst = true
    observation = viewStore.observe { _ in
      guard !isFirst else { return isFirst = false }
      shown.isStale = true
      streams.wake()
    }
  }
}
