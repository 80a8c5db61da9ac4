import CounterpointCore
import CounterpointTerminal
import Testing

@MainActor
@Suite struct ScriptPlayTests {
  /// Adds at once, and once more when it is told to.
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
          // A negative number stands for an effect that does not end by itself.
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
      perform: { line throws(ScriptError) in
        switch line.intent {
        case .add(13): throw ScriptError(line: line.number, reason: "13 is not added")
        case .add(let number): [store.send(.addLater(number))]
        case .halt: [store.send(.halt)]
        case .stop: []
        }
      },
      screen: { size in ["\(store.withState { $0 })", "on \(size)"] },
      output: { output.append($0) }
    )
    return output
  }

  @Test func eachLineIsPrintedWithTheScreenAfterItsEffects() async throws {
    #expect(try await play("add 1 # one\nadd 10") == ["> add 1", "2\non 80x24", "> add 10", "22\non 80x24"])
  }

  @Test func anEffectThatTheNextLineEndsIsNotWaitedFor() async throws {
    #expect(try await play("add -1\nhalt") == ["> add -1", "-1\non 80x24", "> halt", "-1\non 80x24"])
  }

  @Test func whatFollowsTheEndIsNotPlayed() async throws {
    #expect(try await play("stop\nadd 1") == ["> stop", "0\non 80x24"])
  }

  @Test func aLineThatFailsEndsTheScript() async throws {
    let error = await #expect(throws: ScriptError.self) { try await play("add 1\nadd 13\nadd 1") }
    #expect(error == ScriptError(line: 2, reason: "13 is not added"))
  }
}
