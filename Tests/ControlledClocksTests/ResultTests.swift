import ControlledClocks
import Testing

@Suite struct ResultTests {
  struct Boom: Error, Equatable {}

  private func number(_ fails: Bool) async throws(Boom) -> Int {
    // A suspension before the result, so that the function is really asynchronous.
    await Task.yield()
    if fails { throw Boom() }
    return 1
  }

  @Test func success() async throws {
    let result = await Result { try await number(false) }
    #expect(try result.get() == 1)
  }

  @Test func failure() async {
    let result: Result<Int, any Error> = await Result { try await number(true) }
    #expect(throws: Boom.self) { try result.get() }
  }

  @Test func theErrorKeepsItsType() async {
    let result: Result<Int, Boom> = await Result { () async throws(Boom) -> Int in try await number(true) }
    #expect(result == .failure(Boom()))
  }

  @MainActor
  @Test func staysOnTheActor() async {
    var log: [String] = []
    let result = await Result {
      MainActor.assertIsolated()
      await Task.yield()
      log.append("ran")
      return log.count
    }
    #expect(result == .success(1))
  }

  @Test func withoutAwaitItIsSwifts() throws {
    let result = Result { try [1].randomElement().map { $0 + 1 } ?? { throw Boom() }() }
    #expect(try result.get() == 2)
  }
}
