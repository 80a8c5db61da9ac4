import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// The documentation page of failures equals the current messages. `Scripts/record-failures` generates the page.
@Suite struct GalleryTests {
  private typealias Example = (title: String, code: String, run: () async -> Void)

  private static let page = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../../Sources/CounterpointTesting/CounterpointTesting.docc/Failures.md")
    .standardizedFileURL

  private func makeStore(
    _ effect: @escaping @Sendable (Send<Relay.Action>) async throws -> Void = { _ in }
  ) -> TestStoreOf<Relay> {
    TestStore(initialState: Relay.State()) { Relay(effect: effect) }
  }

  private var sending: [Example] {
    [
      (
        "The closure is wrong", "await store.send(.increment) { $0.count = 2 }",
        { await makeStore().send(.increment) { $0.count = 2 } }
      ),
      (
        "The state changes, and the test doesn't assert it", "await store.send(.increment)",
        { await makeStore().send(.increment) }
      ),
      (
        "The action changes nothing", "await store.send(.nothing) { $0.count = 1 }",
        { await makeStore().send(.nothing) { $0.count = 1 } }
      ),
      (
        "The closure changes nothing", "await store.send(.nothing) { _ in }",
        { await makeStore().send(.nothing) { _ in } }
      ),
      (
        "The closure throws", "await store.send(.increment) { _ in throw CancellationError() }",
        { await makeStore().send(.increment) { _ in throw CancellationError() } }
      ),
      (
        "An action was not received before the next one is sent",
        "await store.send(.startAtOnce)   // sends '.increment'\nawait store.send(.nothing)",
        {
          let store = makeStore()
          await store.send(.startAtOnce)
          await store.send(.nothing)
        }
      ),
      (
        "The feature has been dismissed", "await store.send(.close)\nawait store.send(.increment)",
        {
          let store = makeStore()
          await store.send(.close)
          await store.send(.increment)
        }
      ),
    ]
  }

  private var receiving: [Example] {
    [
      ("Nothing is in flight", "await store.receive(.increment)", { await makeStore().receive(.increment) }),
      (
        "The effects sleep on a test clock", "await store.send(.start)\nawait store.receive(.increment)",
        {
          let store = makeStore { _ in try await TestClock().sleep(for: .seconds(5)) }
          let task = await store.send(.start)
          await store.receive(.increment)
          await task.cancel()
        }
      ),
      (
        "The timeout expires", "await store.send(.start)\nawait store.receive(.increment)",
        {
          let store = makeStore { _ in for await _ in AsyncStream<Void>.makeStream().stream {} }
          let task = await store.send(.start)
          store.timeout = .milliseconds(1)
          await store.receive(.increment)
          store.timeout = .seconds(60)
          await task.cancel()
        }
      ),
      (
        "An earlier action was not received", "await store.receive(.said(\"a\"))",
        {
          let store = makeStore { send in
            await send(.increment)
            await send(.said("a"))
          }
          await store.send(.start)
          await store.receive(.said("a")) { $0.text = "a" }
        }
      ),
      (
        "Another action was received", "await store.receive(.said(\"a\"))",
        {
          let store = makeStore { send in await send(.said("b")) }
          await store.send(.start)
          await store.receive(.said("a"))
        }
      ),
      (
        "An action of another case was received", "await store.receive(\\.increment)",
        {
          let store = makeStore { send in await send(.said("b")) }
          await store.send(.start)
          await store.receive(\.increment)
        }
      ),
      (
        "An action of another case than one with a payload was received", "await store.receive(\\.said)",
        {
          let store = makeStore { send in await send(.increment) }
          await store.send(.start)
          await store.receive(\.said)
        }
      ),
    ]
  }

  private var ending: [Example] {
    [
      (
        "Actions were not received", "await store.send(.startAtOnce)   // sends '.increment'",
        { await makeStore().send(.startAtOnce) }
      ),
      (
        "An effect is in flight at the end", "await store.send(.start)",
        { await makeStore { _ in try await TestClock().sleep(for: .seconds(5)) }.send(.start) }
      ),
      (
        "Effects don't finish", "await store.finish()",
        {
          let store = makeStore { _ in try await TestClock().sleep(for: .seconds(5)) }
          let task = await store.send(.start)
          await store.finish()
          await task.cancel()
        }
      ),
      (
        "An effect doesn't end", "await store.send(.start)",
        { await makeStore { _ in while !Task.isCancelled { await Task.yield() } }.send(.start) }
      ),
      (
        "An effect throws an error", "await store.send(.start)",
        { await makeStore { _ in throw URLError(.timedOut) }.send(.start) }
      ),
    ]
  }

  private var forgetting: [Example] {
    [
      (
        "An identifier",
        "await store.send(.added) { $0.ids = [UUID(0)] }",
        {
          let store = TestStore(initialState: ForgottenTests.Notes.State()) {
            ForgottenTests.Notes()
          } withDependencies: {
            $0.continuousClock = ImmediateClock()
          }
          await store.send(.added) { $0.ids = [UUID(0)] }
          await store.receive(\.saved)
        }
      ),
      (
        "A clock",
        "await store.send(.added) { $0.ids = [UUID(0)] }",
        {
          let store = TestStore(initialState: ForgottenTests.Notes.State()) {
            ForgottenTests.Notes()
          } withDependencies: {
            $0.uuid = .incrementing
          }
          let task = await store.send(.added) { $0.ids = [UUID(0)] }
          // The real clock may have woken the effect.
          store.exhaustivity = .off
          await task.cancel()
        }
      ),
    ]
  }

  private var leavingOut: [Example] {
    [
      (
        "The closure sets a wrong value",
        "await store.send(.changeIdentity(name: \"Ada\", surname: \"King\")) { $0.name = \"Eva\" }",
        {
          await TestStore(initialState: Person.State(), exhaustivity: .off) { Person() }
            .send(.changeIdentity(name: "Ada", surname: "King")) { $0.name = "Eva" }
        }
      ),
      (
        "Skipped assertions are shown: `store.exhaustivity = .off(showSkippedAssertions: true)`",
        "await store.send(.changeIdentity(name: \"Ada\", surname: \"King\")) { $0.name = \"Ada\" }",
        {
          await TestStore(initialState: Person.State(), exhaustivity: .off(showSkippedAssertions: true)) { Person() }
            .send(.changeIdentity(name: "Ada", surname: "King")) { $0.name = "Ada" }
        }
      ),
    ]
  }

  private var sharing: [Example] {
    [
      (
        "A shared value changes, and the test doesn't assert it",
        "await store.send(.counter(.incrementButtonTapped))",
        {
          await TestStore(initialState: Scoreboard.State(score: Shared(Scoreboard.Score()))) { Scoreboard() }
            .send(.counter(.incrementButtonTapped))
        }
      ),
      (
        "An effect changes a shared value last",
        "await store.send(.start)   // its effect: count.withLock { $0 = 5 }",
        {
          await TestStore(initialState: Tally.State()) { Tally { count, _ in count.withLock { $0 = 5 } } }.send(.start)
        }
      ),
      (
        "A shared value is changed by code that the store can't track",
        "await store.send(.start)   // its effect: Task.detached { count.withLock { $0 = 5 } }",
        {
          let store = TestStore(initialState: Tally.State()) {
            Tally { count, _ in await Task.detached { count.withLock { $0 = 5 } }.value }
          }
          await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
          await store.send(.start)
          await store.finish()
        }
      ),
    ]
  }

  @Test func thePageShowsTheCurrentMessages() async throws {
    let text = """
      # Failures

      The messages of a test store when a test fails. Generated by `Scripts/record-failures`; don't edit this page.

      ## Sending

      \(await render(sending))
      ## Receiving

      \(await render(receiving))
      ## At the end

      \(await render(ending))
      ## A dependency that the test does not override

      The missing override is the failure. Later failures of the store are shown as notes, which don't fail the test.

      \(await render(forgetting))
      ## Not exhaustive

      In a test that is not exhaustive, the closure is called with the state after the action, and must not change it.

      \(await render(leavingOut))
      ## Shared state

      \(await render(sharing))
      """
    if ProcessInfo.processInfo.environment["COUNTERPOINT_RECORD_FAILURES"] != nil {
      try FileManager.default.createDirectory(
        at: Self.page.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: Self.page)
    }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
  }

  private func render(_ examples: [Example]) async -> String {
    var text = ""
    for example in examples {
      let issues = await issues(during: example.run)
      let messages = issues.map { withoutSourceLocations($0.message) }.joined(separator: "\n\n")
      text += "### \(example.title)\n\n```\n\(example.code)\n```\n\n```text\n\(messages)\n```\n\n"
    }
    return text
  }

  /// Replaces source locations and other variable parts of a message.
  private func withoutSourceLocations(_ message: String) -> String {
    message
      .replacing(/CounterpointTestingTests\/[A-Za-z]+\.swift:[0-9]+/, with: "Module/File.swift:12")
      .replacing(/Error Domain=[^\n]*/, with: "…")
      .replacing(/UUID\([0-9A-F-]{36}\)/, with: "UUID(…)")
  }
}
