import CounterpointTerminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Messages that are printed while a screen is shown do not destroy the screen, and can be read afterward.
@Suite struct MessageTests {
  private static let leaving = "\u{1B}[?1049l"

  @Test func messagesAreShownAfterTheScreen() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.type("m")
      try job.fixture.expect("messages printed")
      terminal.type("q")
      let screen = try terminal.expect(Self.leaving)
      for message in ["printed", "reported", "from a process"] { #expect(!screen.contains(message)) }
      // Standard output is buffered, and written at the end of the program.
      #expect(try terminal.expect("from a process") == "reported\r\nfrom a process")
      try terminal.expect("printed\r\n")
      try job.fixture.expect("job exited with 0")
      #expect(terminal.settings == job.before)
    }
  }

  @Test func theMessageOfACrashIsReadable() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.type("t")
      #expect(!(try terminal.expect(Self.leaving)).contains("Fatal error"))
      try terminal.expect("Fatal error: Index out of range")
      try job.fixture.expect("job killed by ")
    }
  }

  @Test func messagesAreShownWhileTheProgramIsStopped() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      for _ in 0..<2 {
        terminal.type("m")
        try job.fixture.expect("messages printed")
        terminal.type("\u{1A}")
        try terminal.expect(Self.leaving)
        #expect(try terminal.expect("from a process") == "reported\r\nfrom a process")
        try job.fixture.expect("job stopped by ")
        job.fixture.command("f")
        try job.fixture.expect("resumed")
        let drawn = try terminal.expect("screen of \(job.process)")
        #expect(!drawn.contains("reported"))
      }
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
    }
  }

  @Test func onlyTheNewestOfManyMessagesAreShown() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.type("nq")
      try terminal.expect(Self.leaving)
      let messages = try terminal.expect("line 40000\r\n")
      #expect(messages.utf8.count(where: { $0 != UInt8(ascii: "\r") }) == 64 * 1024)
      try job.fixture.expect("job exited with 0")
    }
  }

  @Test func anotherStandardErrorIsLeftAlone() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal, options: ["quiet-error"])
      terminal.type("m")
      try job.fixture.expect("messages printed")
      terminal.type("q")
      try terminal.expect(Self.leaving)
      #expect(try terminal.expect("printed\r\n") == "printed\r\n")
      try job.fixture.expect("job exited with 0")
    }
  }
}
