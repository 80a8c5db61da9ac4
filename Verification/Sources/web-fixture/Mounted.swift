import CounterpointSessions
import CounterpointWeb
import Hummingbird

/// A site inside of an application of Hummingbird, whose server has no deadlines of its own.
enum Mounted {
  static func run(_ site: WebSite<Workshop.State, Workshop.Action>, port: Int) async throws {
    let router = Router()
    router.add(middleware: WebSiteMiddleware(site, shutdownDeadline: .seconds(2)))
    var application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { didStart(port: $0.localAddress?.port ?? 0) }
    )
    application.addServices(WebSiteService(site))
    try await application.runService()
  }
}
