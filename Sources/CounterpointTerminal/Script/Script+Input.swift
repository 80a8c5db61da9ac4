public import CounterpointCore
internal import CounterpointSupport

extension Script {
  /// Plays lines as they arrive, through the same stores and screens that the keyboard uses. Runs on their actor.
  ///
  /// After each line, once its effects have ended, the screen is printed as plain text: so another program can drive
  /// this one by writing a line, reading the answer, and writing the next line. A line that has arrived already and
  /// may end effects is played without waiting for them; the screen before it is then that of the running effect.
  ///
  /// With a prompt the lines come from a user, perhaps with a screen reader:
  ///
  /// - The first screen is printed before the first line, and an empty line prints the screen again.
  /// - Lines are not repeated in the output.
  /// - A line with a mistake prints what is wrong with it. Without a prompt it ends the script.
  /// - Every line that arrives ends the wait for effects, and the end of the input does, too.
  ///
  /// - Parameters:
  ///   - input: Where the lines come from.
  ///   - size: The size of the screens that are printed.
  ///   - prompt: Called before each wait for a line, for example to print `> `; `nil` plays a script.
  ///   - perform: Does what a line wants, and returns the effects that it started; throws if it asks for what isn't
  ///     there.
  ///   - screen: Makes the screen as it is now.
  ///   - output: Gets the text, line by line. Nothing more is printed before the next line, so flush a buffer.
  /// - Throws: Without a prompt, the error of the first line that is wrong or that `perform` refuses. What came
  ///   before it has been played.
  public nonisolated(nonsending) static func play(
    _ input: LineInput,
    size: TerminalSize,
    prompt: (() -> Void)? = nil,
    perform: (Line) throws(ScriptError) -> [StoreTask],
    screen: (TerminalSize) -> Screen,
    output: (String) -> Void
  ) async throws(ScriptError) {
    var lines = ArrivingLines<Intent>(input: input)
    var tasks: [StoreTask] = []
    if prompt != nil { output(screen(size).plainText(size: size)) }
    playing: while true {
      prompt?()
      do throws(ScriptError) {
        switch await lines.next() {
        case .end:
          // The shell's own prompt does not follow this one in the same line.
          if prompt != nil { output("") }
          break playing
        case .mistake(let error): throw error
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
    // A user who quits does not wait for what is under way.
    if prompt == nil { for task in tasks { await task.finish() } }
  }
}

/// The lines of an input, read one at a time.
private struct ArrivingLines<Intent: ScriptIntent> {
  enum Item {
    case line(Script<Intent>.Line)
    case empty
    case mistake(ScriptError)
    case end
  }

  private let input: LineInput
  private var number = 0
  /// An item that was read ahead.
  private var ahead: Item?

  init(input: LineInput) {
    self.input = input
  }

  /// Takes the next item, and waits for it.
  nonisolated(nonsending) mutating func next() async -> Item {
    while true {
      if let item = peek() {
        ahead = nil
        return item
      }
      await input.wait()
    }
  }

  /// Waits until effects have ended, or until a line that ends the wait has arrived.
  ///
  /// - Returns: Whether the effects have ended.
  nonisolated(nonsending) mutating func wait(for tasks: [StoreTask], isInteractive: Bool) async -> Bool {
    let haveEnded = Locked(false)
    // Not canceled when the wait ends earlier: that would cancel the effects.
    let finishing = Task { [input] in
      for task in tasks { await task.finish() }
      haveEnded.withLock { $0 = true }
      input.wake()
    }
    while !haveEnded.withLock({ $0 }) {
      switch peek() {
      case nil: await input.wait()
      case .line(let line)? where line.intent.endsEffects: return false
      // A script waits for its effects, whatever its next line says.
      case _ where !isInteractive: await finishing.value
      case _?: return false
      }
    }
    return true
  }

  /// The next item if it has arrived.
  private mutating func peek() -> Item? {
    if ahead == nil, let arrival = input.next() { ahead = item(arrival) }
    return ahead
  }

  private mutating func item(_ arrival: LineInput.Arrival) -> Item {
    guard case .line(let bytes) = arrival else { return .end }
    number += 1
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .mistake(ScriptError(line: number, reason: "the line is not UTF-8 text"))
    }
    do throws(ScriptError) {
      return try Script.line(text, number: number).map(Item.line) ?? .empty
    } catch {
      return .mistake(error)
    }
  }
}

/// Returns the words that a misspelled word may stand for.
///
/// ```swift
/// nearestWords(to: "incremet", among: ["increment", "decrement", "quit"])  // ["increment", "decrement"]
/// ```
///
/// - Parameters:
///   - word: The misspelled word.
///   - words: The known words.
/// - Returns: Up to three of them, the nearest first: those with at most half of the letters wrong, and those with
///   the same beginning.
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
