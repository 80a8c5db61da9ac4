public import CounterpointCore
@_spi(Internals) internal import CounterpointSupport

extension Script {
  /// Plays lines as they arrive, through the same stores and screens that the keyboard uses. Runs on their actor.
  ///
  /// After the effects of each line have ended, the screen is printed as plain text. So another program can write a
  /// line, read the response, and write the next line. If the next line has already arrived and may end effects, the
  /// script doesn't wait for them, and prints the screen of the running effects.
  ///
  /// With a prompt, a user types the lines, for example with a screen reader:
  ///
  /// - The first screen is printed before the first line. An empty line prints the screen again.
  /// - Lines are not echoed.
  /// - An invalid line prints its error. Without a prompt, it ends the script.
  /// - Every line and the end of the input end the wait for effects.
  ///
  /// - Parameters:
  ///   - input: The source of the lines.
  ///   - size: The size of the screens that are printed.
  ///   - prompt: Called before each wait for a line, for example to print `> `. `nil` plays a script.
  ///   - perform: Performs the intent of a line, and returns the started effects. Throws if the intent is not possible
  ///     on the current screen.
  ///   - screen: Creates the current screen.
  ///   - output: Called with each piece of text. It must flush its buffer, because the script then waits for input.
  /// - Throws: Without a prompt, the first error of a line or of `perform`. The lines before it were played.
  public nonisolated(nonsending) static func play(
    _ input: LineInput,
    size: TerminalSize,
    prompt: (() -> Void)? = nil,
    perform: (Line) throws(ScriptError) -> [StoreTask],
    screen: (TerminalSize) -> Screen,
    output: (String) -> Void
  ) async throws(ScriptError) {
    var lines = LineReader<Intent>(input: input)
    var tasks: [StoreTask] = []
    if prompt != nil { output(screen(size).plainText(size: size)) }
    playing: while true {
      prompt?()
      do throws(ScriptError) {
        switch await lines.next() {
        case .end:
          // Ends the line of this prompt, so the shell's prompt begins a new line.
          if prompt != nil { output("") }
          break playing
        case .invalid(let error): throw error
        case .empty where prompt == nil: continue
        case .empty: break
        case .line(let line):
          tasks += try perform(line)
          if await lines.wait(for: tasks, isInteractive: prompt != nil) { tasks = [] }
          if prompt == nil { output("> \(line.text)") }
          if line.intent.endsScript {
            if prompt == nil { output(screen(size).plainText(size: size)) }
            break playing
          }
        }
        output(screen(size).plainText(size: size))
      } catch {
        if prompt == nil { throw error }
        output(error.reason)
      }
    }
    // A user who quits does not wait for effects in flight.
    if prompt == nil { for task in tasks { await task.finish() } }
  }
}

/// The parsed lines of an input, with one line of lookahead.
private struct LineReader<Intent: ScriptIntent> {
  enum Item {
    case line(Script<Intent>.Line)
    case empty
    case invalid(ScriptError)
    case end
  }

  private let input: LineInput
  private var number = 0
  /// The lookahead.
  private var lookahead: Item?

  init(input: LineInput) {
    self.input = input
  }

  /// Removes and returns the next item, and waits for it.
  nonisolated(nonsending) mutating func next() async -> Item {
    while true {
      if let item = peek() {
        lookahead = nil
        return item
      }
      await input.wait()
    }
  }

  /// Waits until effects have ended, or until a line arrives that ends the wait.
  ///
  /// - Returns: Whether the effects have ended.
  nonisolated(nonsending) mutating func wait(for tasks: [StoreTask], isInteractive: Bool) async -> Bool {
    let haveEnded = Locked(false)
    // Not canceled when the wait ends earlier, because this would cancel the effects.
    let finishing = Task { [input] in
      for task in tasks { await task.finish() }
      haveEnded.withLock { $0 = true }
      input.wake()
    }
    while !haveEnded.withLock({ $0 }) {
      switch peek() {
      case nil: await input.wait()
      case .line(let line)? where line.intent.endsEffects: return false
      // A script waits for its effects before any other line.
      case _ where !isInteractive: await finishing.value
      case _?: return false
      }
    }
    return true
  }

  /// The next item if it has arrived.
  private mutating func peek() -> Item? {
    if lookahead == nil, let arrival = input.next() { lookahead = item(arrival) }
    return lookahead
  }

  private mutating func item(_ arrival: LineInput.Arrival) -> Item {
    guard case .line(let bytes) = arrival else { return .end }
    number += 1
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .invalid(ScriptError(line: number, reason: "the line is not UTF-8 text"))
    }
    do throws(ScriptError) {
      return try Script.line(text, number: number).map(Item.line) ?? .empty
    } catch {
      return .invalid(error)
    }
  }
}

/// Returns the known words that are similar to a misspelled word.
///
/// ```swift
/// nearestWords(to: "incremet", among: ["increment", "decrement", "quit"])  // ["increment", "decrement"]
/// ```
///
/// - Parameters:
///   - word: The misspelled word.
///   - words: The known words.
/// - Returns: Up to three words, nearest first. At most half of their letters differ, or one word is a prefix of the
///   other.
public func nearestWords(to word: String, among words: [String]) -> [String] {
  words
    .map { (word: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= max(2, word.count / 2) || $0.word.hasPrefix(word) || word.hasPrefix($0.word) }
    .sorted { $0.distance < $1.distance }
    .prefix(3)
    .map(\.word)
}

/// Returns the number of characters to insert, remove or replace to convert one text into another.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var distances = Array(0...right.count)
  for (row, character) in left.enumerated() {
    var diagonal = distances[0]
    distances[0] = row + 1
    for column in right.indices {
      let replaced = diagonal + (character == right[column] ? 0 : 1)
      diagonal = distances[column + 1]
      distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
    }
  }
  return distances[right.count]
}
