import CounterpointSessions
import CounterpointWeb
import Logging

// The code of the page "Watch a running site".

func serve(_ app: WebApp<Int, Bool>) async throws {
  let logger = Logger(label: "com.example.counter")
  let site = WebSite(app, monitor: WebMonitor(logger: logger))
  try await WebServer(site, logger: logger).run()
}

struct RefusalPrinter: SiteMonitor {
  func requestRefused(_ reason: String, status: Int) {
    print("refused with \(status): \(reason)")
  }
}
