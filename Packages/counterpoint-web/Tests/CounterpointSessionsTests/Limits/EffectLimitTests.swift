import CounterpointTestSupport
import CounterpointSessions
import Testing

@Suite(.ends) struct EffectLimitTests {
  @Test func sessionWithTooManyEffectsIsRefusedUntilTheyEnd() async throws {
    let jobs = JobSite(limits: WebLimits(effectsPerSession: 2))
    let (cookie, other) = (await jobs.newCookie(), await jobs.newCookie())
    var events = try #require(await jobs.events(cookie))
    _ = await events.next()
    for number in 1...2 {
      #expect(await jobs.send(.job(.start(number: number)), cookie: cookie).status == 204)
    }
    let refused = await jobs.send(.note, cookie: cookie)
    #expect(refused.status == 429)
    #expect(refused.text?.isEmpty == false)
    #expect(await jobs.send(name: "Blob", cookie: cookie).status == 429)
    // Other sessions, the page and its stream continue.
    #expect(await jobs.send(.note, cookie: other).status == 204)
    #expect(await jobs.get("/", cookie: cookie).text?.contains("Blob") == false)
    jobs.endJobs()
    while let event = await events.next(), !event.contains("\"2\"") {}
    #expect(await jobs.send(name: "Blob", cookie: cookie).status == 204)
  }

  @Test func siteWithTooManyEffectsRefusesAllActions() async throws {
    let jobs = JobSite(limits: WebLimits(effects: 1))
    let (cookie, other) = (await jobs.newCookie(), await jobs.newCookie())
    var events = try #require(await jobs.events(cookie))
    _ = await events.next()
    #expect(await jobs.send(.job(.start(number: 1)), cookie: cookie).status == 204)
    let refused = await jobs.send(.note, cookie: other)
    #expect(refused.status == 503)
    #expect(refused.header("retry-after") == "60")
    #expect(await jobs.get("/", cookie: other).status == 200)
    jobs.endJobs()
    while let event = await events.next(), !event.contains("\"1\"") {}
    #expect(await jobs.send(.note, cookie: other).status == 204)
  }

  @Test func sessionExceedsItsLimitByOneRequestAtMost() async {
    let jobs = JobSite(limits: WebLimits(effectsPerSession: 1))
    let cookie = await jobs.newCookie()
    let two = await jobs.send(.job(.start(number: 1)), .job(.start(number: 2)), cookie: cookie)
    #expect(two.status == 204)
    #expect(await jobs.send(.note, cookie: cookie).status == 429)
  }
}
