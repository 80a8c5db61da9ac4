import Testing

@testable import CounterpointSessions

/// A site without a monitor does no work for one.
@Suite struct NoMonitorTests {
  private let effects = SessionEffects(SiteActivity(monitor: nil, limits: WebLimits())) { .zero }

  @Test func actionNamesAreNotComputed() {
    var isNamed = false
    var isHandled = false
    func name() -> String {
      isNamed = true
      return ""
    }
    effects.handle(name()) { isHandled = true }
    #expect(isHandled)
    #expect(!isNamed)
  }

  @Test func streamsAreNotCounted() async {
    let monitor = RecordingMonitor()
    do {
      let watched = SiteActivity(monitor: monitor, limits: WebLimits()).monitored { (text: "a", revision: $0) }
      #expect(await watched(1).text == "a")
    }
    #expect(monitor.events == ["stream opened", "sent 1 bytes", "stream closed"])
    let free = SiteActivity(monitor: nil, limits: WebLimits()).monitored { (text: "a", revision: $0) }
    #expect(await free(1).text == "a")
  }

  @Test(
    arguments: [
      (Jobs.Action.note, "note"), (.named("Blob"), "named"), (.job(.start(number: 7)), "job.start"),
      (.job(.done), "job.done"),
    ]
  )
  func actionNamesContainNoValues(action: Jobs.Action, name: String) {
    #expect(actionName(of: action) == name)
  }

  @Test func nameOfIndirectActionIsBounded() {
    var action = Indirect.leaf
    for _ in 1...100 { action = .inner(action) }
    #expect(actionName(of: action) == Array(repeating: "inner", count: 8).joined(separator: "."))
    #expect(actionName(of: 1) == "Int")
  }

  private indirect enum Indirect {
    case leaf
    case inner(Indirect)
  }
}
