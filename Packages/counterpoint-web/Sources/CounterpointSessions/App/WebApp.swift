public import CounterpointCore
public import CounterpointHTML
import DependencyInjection
import Foundation
import IssueReporting

/// A program for browsers: creates a store for each session, and renders its state as a page.
///
/// ```swift
/// let app = WebApp(title: "Counter") { actor in
///   Store(initialState: Counter.State(), isolation: actor) { Counter() }.view
/// } screen: { state in
///   html {
///     Element(.p) { "\(state.count)" }
///     Element.button(Counter.Action.increment) { "+" }
///   }
/// }
/// ```
///
/// Each session has its own store on its own actor. The screen is a pure function of the view state, so pages can be
/// tested without a server, a socket or a browser. Browsers can only send view actions, which are strictly decoded,
/// and texts for the fields of the program.
public struct WebApp<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  /// The title in the browser's title bar.
  public var title: String
  /// The languages of the program, as in `en`. The first is the default. A page is in the one that its visitor prefers,
  /// and the dependency `\.locale` of the visitor's store has that language and the visitor's region.
  public var languages: [String]
  /// The style sheet, by default ``standardStyleSheet``; empty for none.
  public var styleSheet: String
  /// The files of the program: pictures, fonts and scripts.
  public var assets: [WebAsset]
  /// Returns whether a state will change without an action of the user. Without the script, such a page reloads every
  /// second.
  public var isBusy: @Sendable (ViewState) -> Bool
  /// Whether users can only send actions and edit fields that their page offers and that are not disabled there.
  ///
  /// Buttons that were removed from the page count as offered for 10 more seconds, because a tab may still show them.
  /// Unescaped markup offers nothing. A refused request gets status 409 and changes nothing. Costs a rendering of the
  /// page for each request after a change of the state. The next event of the stream reuses that rendering.
  public var acceptsOnlyOfferedActions: Bool
  /// The addresses of the program; `nil` if it has one page.
  public var addresses: WebAddresses<ViewState, ViewAction>?
  /// Returns the title, the description and the status of a page.
  public var head: @Sendable (ViewState) -> PageHead
  /// The fields that users can edit, bound to the view store.
  public var fields: @Sendable (ViewStore<ViewState, ViewAction>) -> [WebField]
  /// The events that the hooks of pages send.
  public var hookEvents: [HookEvent<ViewState, ViewAction>]

  /// Creates the program of a session on its actor, from an encoded state if there is one.
  private(set) var makeProgram: @Sendable (isolated any Actor, Data?) -> SessionProgram<ViewState, ViewAction>
  /// Whether the states of the program can be stored.
  let isStorable: Bool
  private(set) var screen: @Sendable (ViewState) -> [HTML]

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - title: The title in the browser's title bar.
  ///   - languages: See ``languages``.
  ///   - styleSheet: The style sheet.
  ///   - assets: See ``assets``.
  ///   - isBusy: See ``isBusy``.
  ///   - acceptsOnlyOfferedActions: See ``acceptsOnlyOfferedActions``.
  ///   - addresses: See ``addresses``.
  ///   - head: See ``head``.
  ///   - fields: See ``fields``. Called for each request with texts of fields.
  ///   - hookEvents: See ``hookEvents``.
  ///   - viewStore: Creates the view store of a session on the given actor.
  ///   - screen: Renders a state as a page.
  public init(
    title: String,
    languages: [String] = ["en"],
    styleSheet: String = standardStyleSheet,
    assets: [WebAsset] = [],
    isBusy: @escaping @Sendable (ViewState) -> Bool = { _ in false },
    acceptsOnlyOfferedActions: Bool = true,
    addresses: WebAddresses<ViewState, ViewAction>? = nil,
    head: @escaping @Sendable (ViewState) -> PageHead = { _ in PageHead() },
    fields: @escaping @Sendable (ViewStore<ViewState, ViewAction>) -> [WebField] = { _ in [] },
    hookEvents: [HookEvent<ViewState, ViewAction>] = [],
    viewStore: @escaping @Sendable (_ actor: isolated any Actor) -> ViewStore<ViewState, ViewAction>,
    screen: @escaping @Sendable (_ state: ViewState) -> [HTML]
  ) {
    self.title = title
    self.languages = languages
    self.styleSheet = styleSheet
    self.assets = assets
    self.isBusy = isBusy
    self.acceptsOnlyOfferedActions = acceptsOnlyOfferedActions
    self.addresses = addresses
    self.head = head
    self.fields = fields
    self.hookEvents = hookEvents
    self.makeProgram = { actor, _ in SessionProgram(viewStore: viewStore(actor), encode: nil) }
    self.isStorable = false
    self.screen = screen
  }

  /// Creates a program whose visitors move between processes: see the guide <doc:VisitorsSurviveADeployment>.
  ///
  /// ```swift
  /// WebApp(
  ///   title: "Counter",
  ///   initialState: { Counter.State() },
  ///   store: { state, actor in Store(initialState: state, isolation: actor) { Counter() } },
  ///   snapshot: { $0 },
  ///   restored: .restored,
  ///   viewStore: { $0.view },
  ///   screen: { state in … }
  /// )
  /// ```
  ///
  /// The effects of a store end when its visitor moves. The new store receives the action `restored` first: its
  /// reducer starts those effects again that must go on. `State` fields that show running work stay set, so the
  /// reducer also resets those whose work it does not start again.
  ///
  /// A snapshot that can't be decoded is reported as an issue, and its visitor starts with the initial state.
  ///
  /// - Parameters:
  ///   - title: The title in the browser's title bar.
  ///   - languages: See ``languages``.
  ///   - styleSheet: The style sheet.
  ///   - assets: See ``assets``.
  ///   - isBusy: See ``isBusy``.
  ///   - acceptsOnlyOfferedActions: See ``acceptsOnlyOfferedActions``.
  ///   - addresses: See ``addresses``.
  ///   - head: See ``head``.
  ///   - fields: See ``fields``.
  ///   - hookEvents: See ``hookEvents``.
  ///   - initialState: Returns the value with which a new visitor starts.
  ///   - store: Creates the store of a session on the given actor, from an initial or a restored value. A shared value
  ///     is not part of the snapshot: this function passes it to the state.
  ///   - snapshot: Returns the part of the state that is stored.
  ///   - restored: The action that a restored store receives; `nil` for none.
  ///   - viewStore: Returns the view store of a session.
  ///   - screen: Renders a state as a page.
  public init<Snapshot: Codable & SendableMetatype, State, Action: Sendable>(
    title: String,
    languages: [String] = ["en"],
    styleSheet: String = standardStyleSheet,
    assets: [WebAsset] = [],
    isBusy: @escaping @Sendable (ViewState) -> Bool = { _ in false },
    acceptsOnlyOfferedActions: Bool = true,
    addresses: WebAddresses<ViewState, ViewAction>? = nil,
    head: @escaping @Sendable (ViewState) -> PageHead = { _ in PageHead() },
    fields: @escaping @Sendable (ViewStore<ViewState, ViewAction>) -> [WebField] = { _ in [] },
    hookEvents: [HookEvent<ViewState, ViewAction>] = [],
    initialState: @escaping @Sendable () -> Snapshot,
    store: @escaping @Sendable (_ state: Snapshot, _ actor: isolated any Actor) -> Store<State, Action>,
    snapshot: @escaping @Sendable (State) -> Snapshot,
    restored: Action? = nil,
    viewStore: @escaping @Sendable (Store<State, Action>) -> ViewStore<ViewState, ViewAction>,
    screen: @escaping @Sendable (_ state: ViewState) -> [HTML]
  ) {
    self.title = title
    self.languages = languages
    self.styleSheet = styleSheet
    self.assets = assets
    self.isBusy = isBusy
    self.acceptsOnlyOfferedActions = acceptsOnlyOfferedActions
    self.addresses = addresses
    self.head = head
    self.fields = fields
    self.hookEvents = hookEvents
    self.makeProgram = { actor, data in
      let decoded = data.flatMap { Self.decode(Snapshot.self, from: $0) }
      let store = store(decoded ?? initialState(), actor)
      let viewStore = viewStore(store)
      return SessionProgram(
        viewStore: viewStore,
        encode: { try store.withState { try JSONEncoder().encode(snapshot($0)) } },
        isRestored: decoded != nil,
        firstAction: decoded == nil ? nil : restored.map { action in ("restored", { store.send(action) }) }
      )
    }
    self.isStorable = true
    self.screen = screen
  }

  private static func decode<Snapshot: Decodable>(_ type: Snapshot.Type, from data: Data) -> Snapshot? {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      reportIssue(
        """
        The stored state of a visitor can't be decoded as '\(type)', so the visitor starts again: \(error) Give new \
        properties a default value in 'init(from:)', so that states of earlier versions can be decoded.
        """
      )
      return nil
    }
  }

  /// Returns the program with stores that belong to a session.
  ///
  /// - Parameters:
  ///   - session: The value of `\.webSession` in the stores.
  ///   - downloads: The value of `\.webDownloads` in the stores.
  ///   - visitor: The visitor of the session.
  ///   - dependencies: All other dependencies of the stores.
  func with(
    _ session: WebSession,
    _ downloads: WebDownloads,
    _ visitor: WebVisitor,
    _ dependencies: DependencyValues.Continuation
  ) -> Self {
    let (makeProgram, languages, addresses) = (makeProgram, languages, addresses)
    var app = self
    app.makeProgram = { actor, data in
      dependencies.yield {
        withDependencies {
          $0.webSession = session
          $0.webDownloads = downloads
          visitor.set(&$0, languages: languages)
        } operation: {
          var program = makeProgram(actor, data)
          // A restored state has its address already.
          if !program.isRestored, let place = visitor.address.flatMap({ addresses?.place($0) }) {
            let viewStore = program.viewStore
            program.firstAction = ("address", { viewStore.send(place.action) })
            program.address = place.address
          }
          return program
        }
      }
    }
    return app
  }

  /// Returns the program with links below the path of a site.
  func mounted(at mount: MountPath) -> Self {
    guard !mount.text.isEmpty else { return self }
    let (screen, addresses) = (screen, addresses)
    let assetAddresses = Set(assets.map(\.address))
    var app = self
    app.screen = { screen($0).mounted(at: mount, assets: assetAddresses) }
    app.addresses = addresses?.mounted(at: mount, assets: assetAddresses)
    return app
  }

  /// Returns the location that a browser shows for a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - old: The location before.
  func location(of state: ViewState, after old: PageLocation?) -> PageLocation {
    let head = head(state)
    var location = PageLocation(
      title: head.title ?? title,
      description: head.description,
      isIndexed: head.isIndexed,
      isFound: head.isFound
    )
    guard let addresses else { return location }
    location.address = addresses.address(state) ?? old?.address
    if let old = old?.address, let new = location.address { location.isReplacing = addresses.replaces(old, new) }
    return location
  }
}

/// The style sheet of programs that have no other one: readable text, visible focus, and colors for light and dark
/// screens. Append rules of your own to it, or replace it.
public let standardStyleSheet = String(decoding: PackageResources.standard_css, as: UTF8.self)

/// The store of a session, as its view store, and the functions of its snapshots.
struct SessionProgram<ViewState: Sendable, ViewAction: Codable & Sendable> {
  let viewStore: ViewStore<ViewState, ViewAction>
  /// Encodes the state; `nil` if it is never stored.
  let encode: (() throws -> Data)?
  var isRestored = false
  /// Sends the first action: that for a restored state, or for the address of the page; `nil` for none. The name is
  /// for monitors.
  var firstAction: (name: String, send: () -> Void)?
  /// The address with which the browser has loaded the page.
  var address: String?
}

@available(*, unavailable)
extension SessionProgram: Sendable {}

/// The address, the title and the metadata of a page.
struct PageLocation: Hashable, Sendable {
  /// The address below the path of the site; `nil` if the program has no addresses.
  var address: String?
  var title: String
  var description: String?
  var isIndexed = true
  /// Whether a load of the page has the status 200, and not 404.
  var isFound = true
  /// Whether the address takes the place of the last one in the browser's history.
  var isReplacing = false

  /// The change that shows this location, in the format of the script.
  var json: String {
    var json = isReplacing ? "[\"u\",\"replace\"," : "[\"u\",\"push\","
    if let address { json.appendJSON(address) } else { json += "null" }
    json += ","
    json.appendJSON(title)
    return json + "]"
  }
}
