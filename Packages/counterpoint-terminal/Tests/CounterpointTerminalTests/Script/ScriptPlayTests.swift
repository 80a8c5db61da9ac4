import CounterpointCore
import CounterpointTerminal
import Foundation
import Testing

@MainActor
@Suite struct ScriptPlayTests {
  /// Adds a number immediately, and again after a signal.
  private struct Sum: Reducer {
    enum Action { case add(Int), addLater(Int), halt }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number):
        state += number
        return .none
      case .addLater(let number):
        state += number
        return .run { send in
          // A negative number starts an effect that does not end by itself.
          if number < 0 { for await _ in AsyncStream.makeStream(of: Never.self).stream {} }
          await send(.add(number))
        }
        .cancellable(id: 0)
      case .halt:
        return .cancel(id: 0)
      }
    }
  }

  private func play(_ text: String) async throws -> [String] {
    let store = Store(initialState: 0) { Sum() }
    var output: [String] = []
    try await Script<Step>(parsing: text).play(
      size: .standard,
      perform: { line throws(ScriptError) in try Self.perform(line, on: store) },
      screen: { size in ["\(store.withState { $0 })", "on \(size)"] },
      output: { output.append($0) }
    )
    return output
  }

  private static func perform(
    _ line: Script<Step>.Line,
    on store: StoreOf<Sum>
  ) throws(ScriptError) -> [StoreTask] {
    switch line.intent {
    case .add(13): throw ScriptError(line: line.number, reason: "13 is not added")
    case .add(let number): [store.send(.addLater(number))]
    case .halt: [store.send(.halt)]
    case .stop: []
    }
  }

  /// Plays lines from a pipe.
  ///
  /// - Parameters:
  ///   - texts: The texts to write: the first one immediately, each other one after the response to the previous one.
  ///     The pipe is closed after the last one.
  ///   - isInteractive: Whether there is a prompt.
  private func play(arriving texts: [String], isInteractive: Bool = false) async throws -> [String] {
    let pipe = Pipe()
    var texts = texts[...]
    func writeNext() {
      guard let text = texts.popFirst() else { return }
      pipe.fileHandleForWriting.write(Data(text.utf8))
      if texts.isEmpty { try? pipe.fileHandleForWriting.close() }
    }

    let store = Store(initialState: 0) { Sum() }
    var output: [String] = []
    writeNext()
    let input = LineInput(descriptor: pipe.fileHandleForReading.fileDescriptor)
    try await Script<Step>.play(
      input,
      size: .standard,
      prompt: isInteractive ? { output.append("prompt") } : nil,
      perform: { line throws(ScriptError) in try Self.perform(line, on: store) },
      screen: { _ in ["\(store.withState { $0 })"] },
      output: { text in
        output.append(text)
        if !text.hasPrefix(">") { writeNext() }
      }
    )
    return output
  }

  @Test func screensArePrintedBeforeTheNextLineArrives() async throws {
    let output = try await play(arriving: ["add 1\n", "\n# none\nadd 10\r\n", "stop"])
    #expect(output == ["> add 1", "2", "> add 10", "22", "> stop", "22"])
  }

  @Test func arrivedLinesMayEndEffects() async throws {
    #expect(try await play(arriving: ["add -1\nhalt\n"]) == ["> add -1", "-1", "> halt", "-1"])
  }

  @Test func laterLinesMayEndEffects() async throws {
    let (store, pipe) = (Store(initialState: 0) { Sum() }, Pipe())
    pipe.fileHandleForWriting.write(Data("add -1\n".utf8))
    var output: [String] = []
    try await Script<Step>.play(
      LineInput(descriptor: pipe.fileHandleForReading.fileDescriptor),
      size: .standard,
      perform: { line throws(ScriptError) in
        // After this call, the player has no input until another task writes.
        if line.number == 1 {
          Task {
            pipe.fileHandleForWriting.write(Data("halt\n".utf8))
            try pipe.fileHandleForWriting.close()
          }
        }
        return try Self.perform(line, on: store)
      },
      screen: { _ in ["\(store.withState { $0 })"] },
      output: { output.append($0) }
    )
    #expect(output == ["> add -1", "-1", "> halt", "-1"])
  }

  @Test func invalidLinesEndAScriptAfterPreviousLines() async throws {
    let error = await #expect(throws: ScriptError.self) { try await play(arriving: ["add 1\nad 1\nadd 1\n"]) }
    #expect(error == ScriptError(line: 2, reason: "no step 'ad 1'"))
  }

  @Test func errorsOfInteractiveLinesArePrinted() async throws {
    let texts = ["add 1\n", "ad 1\n", "add 13\n", "\n", "stop\nadd 1\n"]
    #expect(
      try await play(arriving: [""] + texts, isInteractive: true) == [
        "0", "prompt", "2", "prompt", "no step 'ad 1'", "prompt", "13 is not added", "prompt", "2", "prompt",
      ]
    )
  }

  @Test func theEndOfTheInputEndsAnInteractiveProgramWhoseEffectsRun() async throws {
    let output = try await play(arriving: ["", "add -1\n"], isInteractive: true)
    #expect(output == ["0", "prompt", "-1", "prompt", ""])
  }

  @Test func invalidUTF8IsAnError() async throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data([0x61, 0xFF, 0x0A]))
    let error = await #expect(throws: ScriptError.self) {
      try await Script<Step>.play(
        LineInput(descriptor: pipe.fileHandleForReading.fileDescriptor),
        size: .standard,
        perform: { _ in [] },
        screen: { _ in [] },
        output: { _ in }
      )
    }
    #expect(error == ScriptError(line: 1, reason: "the line is not UTF-8 text"))
  }

  @Test func eachLineIsPrintedWithTheScreenAfterItsEffects() async throws {
    #expect(try await play("add 1 # one\nadd 10") == ["> add 1", "2\non 80x24", "> add 10", "22\non 80x24"])
  }

  @Test func scriptsDoNotWaitForEffectsThatTheNextLineEnds() async throws {
    #expect(try await play("add -1\nhalt") == ["> add -1", "-1\non 80x24", "> halt", "-1\non 80x24"])
  }

  @Test func linesAfterTheEndAreNotPlayed() async throws {
    #expect(try await play("stop\nadd 1") == ["> stop", "0\non 80x24"])
  }

  @Test func aLineThatFailsEndsTheScript() async throws {
    let error = await #expect(throws: ScriptError.self) { try await play("add 1\nadd 13\nadd 1") }
    #expect(error == ScriptError(line: 2, reason: "13 is not added"))
  }
}
