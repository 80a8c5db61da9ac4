import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Testing

@testable import struct CounterpointSessions.MountPath

/// A site that has a part of a host's paths.
@Suite struct MountPathTests {
  @Test func onlyItsOwnPathsAreHandled() {
    let mount = MountPath("/boards/red")
    #expect(mount.local("/boards/red") == "/")
    #expect(mount.local("/boards/red/") == "/")
    #expect(mount.local("/boards/red/events") == "/events")
    for path in ["/", "", "/boards", "/boards/redder", "/boards/red2/events", "boards/red", "/x/boards/red"] {
      #expect(mount.local(path) == nil, "\(path)")
    }
    #expect(MountPath("/").local("/events") == "/events")
    #expect(MountPath("/").page == "/")
  }

  @Test(arguments: ["", "board", "/board/", "//", "/a//b", "/..", "/a b", "/ä", "/?"])
  func otherPathsStopTheProgram(_ path: String) async {
    await #expect(processExitsWith: .failure) { [path] in _ = MountPath(path) }
  }

  @Test(arguments: ["/", "/tally", "/a/b"], [true, false])
  func aVisitorUsesTheSite(path: String, hasScript: Bool) async throws {
    let app = WebApp<Int, Int>(
      title: "Tally",
      viewStore: { actor in
        Store(initialState: 0, isolation: actor) {
          Reduce<Int, Int> { state, action in
            state += action
            return .none
          }
        }.view
      },
      screen: { count in
        html {
          Element(.p) { "\(count)" }
          Element.button(1) { "Add" }
        }
      }
    )
    let site = WebSite(app, path: path, clock: TestClock())
    let visitor = TestVisitor(site, path: path, hasScript: hasScript)
    try await visitor.open()
    try await visitor.click("Add")
    try await visitor.wait { $0.text.contains("1") }
    #expect(site.handles(path == "/" ? "/actions" : path + "/actions"))
    #expect(!site.handles("/other"))
  }
}
