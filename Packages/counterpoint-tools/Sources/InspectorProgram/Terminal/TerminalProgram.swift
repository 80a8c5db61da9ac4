import Counterpoint
@_spi(Internals) package import CounterpointInspector
package import CounterpointTerminal

/// Runs the inspector on a terminal until the user quits.
///
/// - Parameters:
///   - program: The inspected program.
///   - session: The terminal. The caller closes it.
/// - Returns: The reason for the end.
@MainActor
package func inspectorTerminalProgram(
  _ program: InspectedProgram,
  on session: TerminalSession
) async -> TerminalExit {
  let store = Store(initialState: InspectorFeature.State(program: program.description)) {
    InspectorFeature(program: program)
  }
  let screen = InspectorScreen(store: store)
  return await session.run {
    screen.screen(size: $0)
  } command: {
    screen.command(for: $0)
  }
}
