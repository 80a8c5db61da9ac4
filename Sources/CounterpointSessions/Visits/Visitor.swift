import CounterpointCore
import CounterpointHTML

/// One visitor: an actor with their store, and the page as they have been told of it.
///
/// Nothing is rendered before somebody asks. So a visitor who isn't there costs nothing, and one with a slow connection gets fewer,
/// larger changes instead of a queue that grows.
actor Visitor<ViewState: Sendable, ViewAction: Codable & Sendable> {
  /// What a visitor has done.
  enum Input {
    case action(ViewAction)
    case field(name: String, text: String)
  }

  private let app: WebApp<ViewState, ViewAction>
  private let streams: EventStreams
  private lazy var viewStore = app.makeViewStore(self)
  private lazy var shown = ShownPage(app.screen(viewStore.state), revision: firstRevision)
  private let firstRevision: Int
  private var observation: ObserveToken?

  init(app: WebApp<ViewState, ViewAction>, streams: EventStreams, firstRevision: Int = 0) {
    self.app = app
    self.streams = streams
    self.firstRevision = firstRevision
  }

  /// The page as it is now, and its number.
  func page() -> (html: [HTML], revision: Int, isBusy: Bool) {
    refresh()
    return (shown.html, shown.revision, app.isBusy(viewStore.state))
  }

  /// What has changed since the page had a number: as events, for the wire.
  func events(since revision: Int) -> (text: String, revision: Int) {
    refresh()
    return (shown.events(since: revision), shown.revision)
  }

  /// Does what the visitor has done, in order.
  func send(_ inputs: [Input]) throws(Refusal) {
    var fields: [WebField]?
    var writes: [() -> Void] = []
    for input in inputs {
      switch input {
      case .action(let action):
        writes.append { [viewStore] in viewStore.send(action) }
      case .field(let name, let text):
        let known = fields ?? app.fields(viewStore)
        fields = known
        guard let field = known.first(where: { $0.name == name }) else { throw .unknownField }
        writes.append { field.binding.wrappedValue = text }
      }
    }
    observe()
    for write in writes { write() }
  }

  private func refresh() {
    observe()
    // A shared value that others have changed may not have been notified of yet: a page that is loaded shows it.
    viewStore.catchUp()
    guard shown.isStale else { return }
    shown.show(app.screen(viewStore.state))
  }

  private func observe() {
    guard observation == nil else { return }
    let (shown, streams) = (shown, streams)
    // The first state is the one that the page has been made of.
    var isFirst = true
    observation = viewStore.observe { _ in
      guard !isFirst else { return isFirst = false }
      shown.isStale = true
      streams.wake()
    }
  }
}
