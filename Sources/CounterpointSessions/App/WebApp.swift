public import CounterpointCore
public import CounterpointHTML
import DependencyInjection

/// A program for browsers: how a visitor's store is made, and how its state is shown.
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
/// Each visitor has a store of their own, on an actor of its own. The screen is a pure function of the view state, so
/// pages can be tested without a server, a socket or a browser. What comes from browsers are view actions only,
/// strictly decoded, and texts for the fields that the program names.
public struct WebApp<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  /// The title in the browser's title bar.
  public var title: String
  /// The language of the page, as in `en`.
  public var language: String
  /// The style sheet, or nothing.
  public var styleSheet: String
  /// The states that change without the visitor doing anything, in which a page without the script loads itself again
  /// each second.
  public var isBusy: @Sendable (ViewState) -> Bool
  /// Whether a visitor can only send actions, and write fields, that the visitor's page offers and that are not
  /// disabled there.
  ///
  /// Buttons that a page has lost count as offered for 10 more seconds, because a tab may still show them. Markup
  /// that is not escaped offers nothing. A refused request gets status 409 and changes nothing. Costs a rendering of
  /// the page for each request whose state has changed, which the next event of the page then saves.
  public var acceptsOnlyOfferedActions: Bool
  /// The fields that visitors can write, bound to the view store.
  public var fields: @Sendable (ViewStore<ViewState, ViewAction>) -> [WebField]

  private(set) var makeViewStore: @Sendable (isolated any Actor) -> ViewStore<ViewState, ViewAction>
  let screen: @Sendable (ViewState) -> [HTML]

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - title: What the browser shows in its title bar.
  ///   - language: The language of the page.
  ///   - styleSheet: The style sheet.
  ///   - isBusy: See ``isBusy``.
  ///   - acceptsOnlyOfferedActions: See ``acceptsOnlyOfferedActions``.
  ///   - fields: See ``fields``. Called with each request that writes fields.
  ///   - viewStore: Makes the view store of a visitor, on the actor that is given to it.
  ///   - screen: Makes the page of a state.
  public init(
    title: String,
    language: String = "en",
    styleSheet: String = "",
    isBusy: @escaping @Sendable (ViewState) -> Bool = { _ in false },
    acceptsOnlyOfferedActions: Bool = true,
    fields: @escaping @Sendable (ViewStore<ViewState, ViewAction>) -> [WebField] = { _ in [] },
    viewStore: @escaping @Sendable (_ actor: isolated any Actor) -> ViewStore<ViewState, ViewAction>,
    screen: @escaping @Sendable (_ state: ViewState) -> [HTML]
  ) {
    self.title = title
    self.language = language
    self.styleSheet = styleSheet
    self.isBusy = isBusy
    self.acceptsOnlyOfferedActions = acceptsOnlyOfferedActions
    self.fields = fields
    self.makeViewStore = viewStore
    self.screen = screen
  }

  /// Returns the program whose stores belong to a session.
  ///
  /// - Parameters:
  ///   - session: What stores get as `\.webSession`.
  ///   - dependencies: All other dependencies of the stores.
  func with(_ session: WebSession, _ dependencies: DependencyValues.Continuation) -> Self {
    let makeViewStore = makeViewStore
    var app = self
    app.makeViewStore = { actor in
      dependencies.yield {
        withDependencies {
          $0.webSession = session
        } operation: {
          makeViewStore(actor)
        }
      }
    }
    return app
  }
}
