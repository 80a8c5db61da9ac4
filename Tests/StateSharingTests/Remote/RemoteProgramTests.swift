import Testing

/// What of values elsewhere only a program shows.
@Suite struct RemoteProgramTests {
  @Test func theEndOfAValueMayReadTheValue() throws {
    let program = try Program(["remote-ends"])
    #expect(program.lines() == ["lost", "[0, 100, 3, 4, 7, 8]", "ended"])
    #expect(program.end() == 0)
  }
}
