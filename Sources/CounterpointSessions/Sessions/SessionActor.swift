import CounterpointCore
import CounterpointHTML

/// The actor of a session: owns the session's store and the latest rendering of its page.
///
/// The page is rendered on demand, by a stream or a request. So a session without an open page costs no rendering. A
/// slow connection gets fewer, larger changes instead of a growing queue: this is the back-pressure.
actor SessionActor<ViewState: Sendable, ViewAction: Codable & Sendable> {
  /// An input of the user.
  enum Input {
    /// An action, and its text on the page.
    case action(ViewAction, code: String)
    case field(name: String, text: String)
  }

  private let app: WebApp<ViewState, ViewAction>
  private let streams: EventStreams
  private let effects: SessionEffects
  private lazy var viewStore = makeViewStore()
  private lazy var rendered = RenderedPage(
    app.screen(viewStore.state),
    revision: firstRevision,
    keepsOffers: app.acceptsOnlyOfferedActions
  )
  private let firstRevision: Int
  private var observation: ObserveToken?
  private var results = IdempotencyCache()
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

  /// Returns the page for the current state, its revision, and whether it is busy.
  func page() -> (html: [HTML], revision: Int, isBusy: Bool) {
    refresh()
    return (rendered.html, rendered.revision, app.isBusy(viewStore.state))
  }

  /// Returns the events from a revision of the page to the current state.
  func events(since revision: Int) -> (text: String, revision: Int) {
    refresh()
    return (rendered.events(since: revision), rendered.revision)
  }

  /// Handles the inputs of a request in their order, all of them or none.
  ///
  /// Idempotent for requests with a key: a repeated request gets the first result.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - key: The idempotency key; `nil` if the client never repeats the request.
  /// - Throws: The reason why none of the inputs was handled.
  func send(_ inputs: [Input], key: IdempotencyKey? = nil) throws(Refusal) {
    guard let key else { return try handle(inputs) }
    switch results.decision(on: key) {
    case .perform: break
    case .repeated(let result): return try result.get()
    case .unknown: throw .unknownIdempotencyKey
    }
    do throws(Refusal) {
      try handle(inputs)
    } catch {
      // A temporary refusal is not stored, because a retry may succeed.
      if !error.isTemporary { results.record(.failure(error), of: key) }
      throw error
    }
    results.record(.success(()), of: key)
  }

  private func handle(_ inputs: [Input]) throws(Refusal) {
    try effects.checkLimits()
    if app.acceptsOnlyOfferedActions { refresh() }
    var fields: [WebField]?
    var operations: [() -> Void] = []
    for input in inputs {
      switch input {
      case .action(let action, let code):
        try checkOffer { $0.availability(ofAction: code, now: $1) }
        operations.append { [viewStore, effects] in effects.handle(actionName(of: action)) { viewStore.send(action) } }
      case .field(let name, let text):
        let known = fields ?? app.fields(viewStore)
        fields = known
        guard let field = known.first(where: { $0.name == name }) else { throw .unknownField }
        let availability = try checkOffer { $0.availability(ofField: name, now: $1) }
        // Browsers submit read-only fields with their form.
        if availability == .readOnly { continue }
        operations.append { [rendered, streams, effects, now] in
          // The browser already shows the text. If the state rejects or clears it before the next rendering, the page
          // has changed.
          rendered.update(to: rendered.html.writing(text, inField: name), now: now())
          rendered.isStale = true
          effects.handle("field.\(name)") { field.binding.wrappedValue = text }
          streams.wake()
        }
      }
    }
    observe()
    for operation in operations { operation() }
  }

  /// Throws a refusal unless the page, or one that a tab may still show, offers the input.
  @discardableResult
  private func checkOffer(
    _ availability: (RenderedPage, Duration) -> PageOffers.Availability?
  ) throws(Refusal) -> PageOffers.Availability {
    guard app.acceptsOnlyOfferedActions else { return .enabled }
    switch availability(rendered, now()) {
    case nil: throw .notOffered
    case .disabled: throw .disabled
    case let availability?: return availability
    }
  }

  private func refresh() {
    observe()
    // A page load includes changes of shared values by other stores, even if their notifications are still pending.
    viewStore.catchUp()
    guard rendered.isStale else { return }
    rendered.update(to: app.screen(viewStore.state), now: now())
  }

  private func observe() {
    guard observation == nil else { return }
    let (rendered, streams) = (rendered, streams)
    // The first call reports the state that was already rendered.
    var isFirst = true
    observation = viewStore.observe { _ in
      guard !isFirst else { return isFirst = false }
      rendered.isStale = true
      streams.wake()
    }
  }
}
