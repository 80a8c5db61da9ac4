public import CounterpointCore

extension Script {
  /// Plays the script through the same stores and screens that the keyboard uses. Runs on their actor.
  ///
  /// After each line, once its effects have ended, the screen is printed under `> LINE`. Effects that the next line
  /// may end are not waited for before it: the screen is then that of the running effect.
  ///
  /// - Parameters:
  ///   - size: The size of the screens that are printed.
  ///   - perform: Does what a line wants, and returns the effects that it started; throws if it asks for what isn't
  ///     there.
  ///   - screen: Makes the screen as it is now.
  ///   - output: Gets the text, line by line.
  /// - Throws: The first error of `perform`. What came before it has been played.
  public nonisolated(nonsending) func play(
    size: TerminalSize,
    perform: (Line) throws(ScriptError) -> [StoreTask],
    screen: (TerminalSize) -> Screen,
    output: (String) -> Void
  ) async throws(ScriptError) {
    var tasks: [StoreTask] = []
    for (index, line) in lines.enumerated() {
      tasks += try perform(line)
      let next = lines.dropFirst(index + 1).first
      if next?.intent.endsEffects != true {
        for task in tasks { await task.finish() }
        tasks = []
      }
      output("> \(line.text)")
      output(screen(size).plainText(size: size))
      if line.intent.endsScript { break }
    }
    for task in tasks { await task.finish() }
  }
}
