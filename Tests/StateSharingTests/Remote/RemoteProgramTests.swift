import CounterpointTestSupport
import Testing

/// Remote values in a real program.
@Suite struct RemoteProgramTests {
  @Test func theDeinitializerOfAValueMayReadTheValue() throws {
    let program = try Program("sharing-fixture", ["remote-ends"])
    #expect(program.lines() == ["lost", "[0, 100, 3, 4, 7, 8]", "ended"])
    #expect(program.end() == 0)
  }

  @Test func anOverflowIsReportedOnce() throws {
    let program = try Program("sharing-fixture", ["remote-overflow"])
    let lines = program.lines()
    #expect(lines.count == 3)
    #expect(lines.first?.contains("2 changes wait to be stored") == true)
    #expect(lines.dropFirst().first == "stored")
    // The next overflow is reported again.
    #expect(lines.last?.contains("2 changes wait to be stored") == true)
  }
}
