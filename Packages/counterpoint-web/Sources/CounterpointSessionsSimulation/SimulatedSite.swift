public import CounterpointHTML
public import CounterpointSessions
public import CounterpointSessionsTestSupport
public import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
public import DependencyInjection

extension World {
  /// Starts a site: its servers, and a proxy that passes the requests of browsers on to them.
  ///
  /// ```swift
  /// let site = world.site { WebSite(app, key: key, visitors: FolderVisitorStore(folder), saving: .everyAction) }
  /// let visitors = site.visitors(20) { visitor, number in
  ///   try await visitor.open()
  ///   while true {
  ///     try await visitor.click("Add")
  ///     try await Task.sleep(for: .seconds(1))
  ///   }
  /// }
  /// world.faults = [.crash(site.servers), .loseConnections([site.proxy])]
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the site, with which the names of its machines begin: `web1`, `web proxy`, `web visitor1`.
  ///   - servers: The number of the servers.
  ///   - routing: The server that gets a request.
  ///   - sharesDisk: Whether the servers are programs of one computer, with one disk and one clock.
  ///   - dependencies: Overrides dependencies of the servers, at each start.
  ///   - makeSite: Creates the site in the program of a server, at each start. All servers of a site need the same
  ///     `SessionKey`.
  /// - Returns: The site.
  public func site<ViewState: Sendable, ViewAction: Codable & Sendable>(
    _ name: String = "web",
    servers: Int = 1,
    through routing: SiteRouting = .roundRobin,
    sharesDisk: Bool = false,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    makeSite: @escaping @Sendable () async throws -> WebSite<ViewState, ViewAction>
  ) -> SimulatedSite<ViewState, ViewAction> {
    site(
      name,
      servers: servers,
      through: routing,
      sharesDisk: sharesDisk,
      dependencies: dependencies,
      replacingEvents: { $0 },
      makeSite: makeSite
    )
  }

  /// Starts a site with streams that a test has changed: for faults that the test plants.
  ///
  /// - Parameter replaceEvents: Returns what a server sends in place of a chunk of a stream; `nil` for nothing.
  package func site<ViewState: Sendable, ViewAction: Codable & Sendable>(
    _ name: String = "web",
    servers: Int = 1,
    through routing: SiteRouting = .roundRobin,
    sharesDisk: Bool = false,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    replacingEvents replaceEvents: @escaping @Sendable (String) -> String?,
    makeSite: @escaping @Sendable () async throws -> WebSite<ViewState, ViewAction>
  ) -> SimulatedSite<ViewState, ViewAction> {
    let network = network
    var machines: [Machine] = []
    for number in 1...servers {
      let first = sharesDisk ? machines.first : nil
      machines.append(
        machine("\(name)\(number)", beside: first, dependencies: dependencies) {
          let site = try await SimulatedProcess.$isCurrent.withValue(true) { try await makeSite() }
          try await SimulatedServer(site: site, replaceEvents: replaceEvents).run(on: network)
        }
      )
    }
    let names = machines.map(\.name)
    let proxy = machine("\(name) proxy") {
      try await SimulatedProxy(servers: names, routing: routing).run(on: network)
    }
    return SimulatedSite(world: self, name: name, servers: machines, proxy: proxy)
  }
}

/// The server that gets a request.
public enum SiteRouting: Sendable, CaseIterable {
  /// One after the other. A server that does not accept the connection within a second is left out. The visitors need a
  /// storage that all servers share.
  case roundRobin
  /// One after the other, and again the next one if there is no answer. The first one may have handled the request: so
  /// does nginx with `proxy_next_upstream error non_idempotent`.
  case repeating
  /// The same one for all requests of a browser, also while it is down.
  case sticky
}

/// A site on the machines of a simulation: servers, a proxy and visitors.
///
/// A server runs a `WebSite` as it is: its sessions, stores, effects, limits and the storage of its visitors. When it
/// is asked to end, it ends its streams, answers the requests that it has, and then stores its visitors, as `WebServer`
/// does. Below are connections of the simulated network in place of HTTP, and each request has one of its own.
public final class SimulatedSite<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  /// The machines of the servers.
  public let servers: [Machine]
  /// The machine of the proxy.
  public let proxy: Machine
  private let world: World
  private let name: String
  private let visitorCount = Locked(0)

  init(world: World, name: String, servers: [Machine], proxy: Machine) {
    self.world = world
    self.name = name
    self.servers = servers
    self.proxy = proxy
  }

  /// Starts visitors, each one with a browser on a machine of its own.
  ///
  /// A browser does what the script of a page does: it repeats a request without an answer, with the same idempotency
  /// key, and so are requests that a busy server refuses. It keeps a stream open and applies the changes that arrive.
  /// A user whose page can't be loaded loads it again. The functions of the visitor therefore return when the site has
  /// answered, and throw an error if it has refused.
  ///
  /// - Parameters:
  ///   - count: The number of visitors. Their machines have the names `web visitor1`, `web visitor2` and so on.
  ///   - hasScript: Whether the browsers run the script. Without it, they submit forms and follow redirects.
  ///   - act: The acts of a visitor with a number, from 1 on. After their end, the page stays open. An error is a
  ///     failure of the simulation.
  /// - Returns: The visitors that take part: all of them, except in the runs by which a failure is made smaller, see
  ///   `World.includes(_:)`. So an expectation about each page does not fail for a visitor that is left out.
  public func visitors(
    _ count: Int,
    hasScript: Bool = true,
    act: @escaping @Sendable (_ visitor: TestVisitor<ViewState, ViewAction>, _ number: Int) async throws -> Void
  ) -> [SimulatedVisitor] {
    (0..<count).compactMap { _ in
      let number = visitorCount.withLock { count in
        count += 1
        return count
      }
      let shown = Locked<[HTML]>([])
      let browser = SimulatedBrowser(
        network: world.network,
        proxy: proxy.name,
        address: "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
      )
      let machineName = "\(name) visitor\(number)"
      guard world.includes(machineName) else { return nil }
      let machine = world.machine(machineName) {
        shown.withLock { $0 = [] }
        let visitor = TestVisitor<ViewState, ViewAction>(through: browser, hasScript: hasScript) { page in
          shown.withLock { $0 = page }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await visitor.showChanges() }
          group.addTask {
            try await act(visitor, number)
            // The page stays open.
            while true { try await Task.sleep(for: .seconds(3_600)) }
          }
          defer { group.cancelAll() }
          for try await _ in group {}
        }
      }
      return SimulatedVisitor(number: number, machine: machine, shown: shown)
    }
  }
}

/// A visitor of a simulated site.
public final class SimulatedVisitor: Sendable {
  /// The number of the visitor, from 1 on, which is a part of its machine's name.
  public let number: Int
  /// The machine of the browser.
  public let machine: Machine
  private let shown: Locked<[HTML]>

  init(number: Int, machine: Machine, shown: Locked<[HTML]>) {
    self.number = number
    self.machine = machine
    self.shown = shown
  }

  /// The page that the browser shows; empty before it is loaded.
  public var page: [HTML] { shown.withLock(\.self) }

  /// The text of the page, without markup.
  public var text: String { page.text }
}
