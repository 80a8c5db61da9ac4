import CounterpointCore
import CounterpointHTML

extension SessionActor {
  /// An input of the user.
  enum Input {
    /// An action, and its text on the page.
    case action(ViewAction, code: String)
    case field(name: String, text: String)
    case files(name: String, [UploadedFile])
    /// A link, or a step in the history of the browser.
    case visit(WebAddresses<ViewState, ViewAction>.Place)
    /// The event of a hook.
    case hook(event: String, json: String)
    /// The rows that the user sees in a list.
    case scroll(list: String, ListWindow)
  }

  /// Returns the inputs without those that a later one replaces: earlier texts of the same field, and earlier windows
  /// of the same list. The script does the same.
  ///
  /// An action, a visit and an event of a hook find the texts of their time, so texts before them stay.
  static func withoutReplaced(_ inputs: [Input]) -> [Input] {
    var fields: Set<String> = []
    var lists: Set<String> = []
    let rest = inputs.reversed().filter { input in
      switch input {
      case .field(let name, _): return fields.insert(name).inserted
      case .scroll(let list, _): return lists.insert(list).inserted
      case .action, .files, .visit, .hook:
        fields = []
        lists = []
        return true
      }
    }
    return rest.reversed()
  }

  /// Handles the inputs of a request in their order, all of them or none.
  ///
  /// The page is computed once, however many inputs the request has.
  func handle(
    _ inputs: [Input],
    at place: WebAddresses<ViewState, ViewAction>.Place?,
    _ windows: [String: ListWindow]
  ) throws(Refusal) {
    let program = try open(windows)
    let (viewStore, rendered) = (program.viewStore, program.rendered)
    try effects.checkLimits()
    holdEffects()
    if let place {
      refresh(program)
      visit(place, program)
    }
    if !windows.isEmpty { show(windows, program) }
    if app.acceptsOnlyOfferedActions { refresh(program) }
    var fields: [WebField]?
    var texts: [String: String] = [:]
    var scrolled: [String: ListWindow] = [:]
    var operations: [() -> Void] = []
    for input in inputs {
      switch input {
      case .action(let action, let code):
        try checkOffer { rendered.availability(ofAction: code, now: $0) }
        operations.append { [effects] in effects.handle(actionName(of: action)) { viewStore.send(action) } }
      case .visit(let place):
        operations.append { [effects] in
          rendered.visit(place.address)
          effects.handle("address") { viewStore.send(place.action) }
        }
      case .hook(let event, let json):
        guard let known = app.hookEvents.first(where: { $0.name == event }) else { throw .unknownHookEvent }
        try checkOffer { rendered.availability(ofHookEvent: event, now: $0) }
        guard let action = known.action(json, viewStore.state) else { throw .invalidValue }
        operations.append { [effects] in effects.handle(actionName(of: action)) { viewStore.send(action) } }
      case .scroll(let list, let window):
        scrolled[list] = window
      case .field(let name, let text):
        let known = fields ?? app.fields(viewStore)
        fields = known
        guard let field = known.first(where: { $0.name == name }) else { throw .unknownField }
        guard case .text(let read) = field.writing else { throw .invalidValue }
        let availability = try checkOffer { rendered.availability(ofField: name, now: $0) }
        // Browsers submit read-only fields with their form.
        if availability == .readOnly { continue }
        guard let offered = try offeredText(text, in: rendered.constraint(ofField: name)) else { continue }
        guard let write = read(offered) else { throw .invalidValue }
        texts[name] = text
        operations.append { [effects] in effects.handle("field.\(name)", write) }
      case .files(let name, let files):
        guard let write = try writing(ofFiles: name, program) else { continue }
        operations.append { [effects] in effects.handle("field.\(name)") { write(files) } }
      }
    }
    observe(program)
    hasActed = true
    if !texts.isEmpty {
      // The browser already shows the texts. If the state rejects or clears one before the next rendering, the page has
      // changed.
      rendered.update(to: rendered.html.writing(texts), at: rendered.location, now: now())
      rendered.isStale = true
    }
    if !scrolled.isEmpty { rendered.show(scrolled) }
    for operation in operations { operation() }
  }

  /// Throws a refusal unless the page, or one that a tab may still show, offers the input.
  @discardableResult
  func checkOffer(
    _ availability: (Duration) -> PageOffers.Availability?
  ) throws(Refusal) -> PageOffers.Availability {
    guard app.acceptsOnlyOfferedActions else { return .enabled }
    switch availability(now()) {
    case nil: throw .notOffered
    case .disabled: throw .disabled
    case let availability?: return availability
    }
  }

  /// Returns the text that a field gets; `nil` if it keeps its value.
  private func offeredText(_ text: String, in constraint: FieldConstraint?) throws(Refusal) -> String? {
    guard app.acceptsOnlyOfferedActions, let constraint else { return text }
    switch constraint.decision(on: text) {
    case .write(let text): return text
    case .ignore: return nil
    case .notOffered: throw .notOffered
    case .invalid: throw .invalidValue
    }
  }
}
