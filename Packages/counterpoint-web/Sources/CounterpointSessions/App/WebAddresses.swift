public import CounterpointHTML
public import CounterpointRoutes
import IssueReporting

/// The addresses of a program: its state says the address of the page, and an address says the action that leads there.
///
/// ```swift
/// WebApp(
///   title: "Board",
///   addresses: WebAddresses(SiteRoute.routes, route: \.route, action: { .opened($0) }),
///   …
/// )
/// ```
///
/// A visitor who opens an address, follows a link or goes back in the history causes the action. When the state has
/// another route afterward, the browser shows the new address: as a new entry of its history, or in place of the
/// current one. So each address works in a new tab, as a bookmark, and without the script.
///
/// Everything that requests an address causes the action, a crawler and the preview of a link in a chat, too. So the
/// action must not mark something as read or confirm an order: let a button do that.
///
/// Each page that a browser loads has a store of its own, so two tabs can show different addresses. What the visitor
/// keeps from page to page is in shared values or in the storage of the program. Without the script, all pages of a
/// browser share a store, and each request leads it to its address first.
public struct WebAddresses<ViewState: Sendable, ViewAction: Sendable>: Sendable {
  /// An address that a browser has requested.
  struct Place: Sendable {
    /// The canonical form of the address, below the path of the site.
    let address: String
    let action: ViewAction
    /// Whether the action changes nothing outside of the store.
    var isSafe = false
  }

  /// Returns the place of an address; `nil` if the program has no such address.
  let place: @Sendable (_ address: String) -> Place?
  /// Returns the address of a state; `nil` for that of the page as it was loaded.
  let address: @Sendable (ViewState) -> String?
  /// Returns whether the second address takes the place of the first one in the browser's history.
  let replaces: @Sendable (_ old: String, _ new: String) -> Bool
  private(set) var notFound: @Sendable () -> [HTML]

  /// Creates the addresses of a program.
  ///
  /// - Parameters:
  ///   - routes: The routes.
  ///   - route: Returns the route of a state; `nil` if the address stays as it is.
  ///   - action: Returns the action that leads to a route. Visitors can write any address, so the reducer
  ///     checks what the visitor may see.
  ///   - changesNothing: Returns whether the action of a route changes nothing outside of the store of the page. A
  ///     browser may load the pages of such routes in advance. By default, requests in advance are refused.
  ///   - replaces: Returns whether the second of two routes takes the place of the first in the browser's history, as
  ///     each step of a search does. By default, each route is a new entry.
  ///   - notFound: The page for addresses without a route, with the status 404. It has no store, and its title is its
  ///     first heading before the title of the program. For a route to something that does not exist, see
  ///     ``PageHead/isFound``.
  public init<Value: Sendable>(
    _ routes: Routes<Value>,
    route: @escaping @Sendable (ViewState) -> Value?,
    action: @escaping @Sendable (Value) -> ViewAction,
    changesNothing: @escaping @Sendable (Value) -> Bool = { _ in false },
    replaces: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool = { _, _ in false },
    notFound: @escaping @Sendable () -> [HTML] = { standardNotFoundPage }
  ) {
    place = { address in
      guard let value = routes.route(for: address), let canonical = routes.address(for: value) else { return nil }
      return Place(address: canonical.description, action: action(value), isSafe: changesNothing(value))
    }
    self.address = { state in
      guard let value = route(state) else { return nil }
      guard let address = routes.address(for: value) else {
        reportIssue("The route '\(value)' of the state has no address: declare its case in the routes of the site.")
        return nil
      }
      return address.description
    }
    self.replaces = { old, new in
      guard let old = routes.route(for: old), let new = routes.route(for: new) else { return false }
      return replaces(old, new)
    }
    self.notFound = notFound
  }

  /// Returns the addresses with links below the path of a site.
  func mounted(at mount: MountPath, assets: Set<String>) -> Self {
    var addresses = self
    let notFound = notFound
    addresses.notFound = { notFound().mounted(at: mount, assets: assets) }
    return addresses
  }
}

/// The page of sites for addresses without a route: a line and a link to the first page.
public let standardNotFoundPage: [HTML] = html {
  Element(.main) {
    Element(.h1) { "This page does not exist" }
    Element(.p) { Element(.a, .href("/"), .link) { "Go to the first page" } }
  }
}

/// The title of a page, its description for search engines, and its status.
///
/// ```swift
/// WebApp(title: "Board", head: { PageHead(title: "\($0.card.title) – Board") }, …)
/// ```
///
/// A page for something that does not exist, such as a deleted card, says so with ``isFound``.
public struct PageHead: Hashable, Sendable {
  /// The title in the title bar of the browser; `nil` for that of the program. Follows the state with the script, too.
  public var title: String?
  /// The description for search engines; `nil` for none.
  public var description: String?
  /// Whether search engines may list the page.
  public var isIndexed: Bool
  /// Whether the address of the page names something that exists. Otherwise the page is sent with the status 404, and
  /// search engines don't list it. Nothing else differs: its store, its links and its script work as on any page.
  public var isFound: Bool

  /// Creates a head.
  ///
  /// - Parameters:
  ///   - title: See ``title``.
  ///   - description: See ``description``.
  ///   - isIndexed: See ``isIndexed``.
  ///   - isFound: See ``isFound``.
  public init(title: String? = nil, description: String? = nil, isIndexed: Bool = true, isFound: Bool = true) {
    self.title = title
    self.description = description
    self.isIndexed = isIndexed
    self.isFound = isFound
  }
}

extension Element {
  /// Creates a link to a page of the program.
  ///
  /// ```swift
  /// Element.link(to: .card(card.id), in: SiteRoute.routes) { card.title }
  /// ```
  ///
  /// It is a real link: it works in a new tab and without the script. With the script, a click sends the action of the
  /// route, and the page changes in place. A route without an address is reported as an issue.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - routes: The routes of the program.
  ///   - attributes: Further attributes.
  ///   - key: Identifies the element among its siblings when the page changes.
  ///   - content: The content.
  public static func link<Value>(
    to route: Value,
    in routes: Routes<Value>,
    _ attributes: Attribute...,
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    let address = routes.address(for: route)
    if address == nil {
      reportIssue("The route '\(route)' has no address: declare its case in the routes of the site.")
    }
    return Element(
      .a,
      list: [.href(address?.description ?? ""), .link] + attributes,
      key: key,
      content: content
    )
  }
}

extension [HTML] {
  /// Returns the page with its links below the path of the site. O(size of the page), unless the path is `/`.
  func mounted(at mount: MountPath, assets: Set<String>) -> Self {
    mount.text.isEmpty ? self : replacingLinks(and: assets) { mount.path(of: $0) }
  }
}
