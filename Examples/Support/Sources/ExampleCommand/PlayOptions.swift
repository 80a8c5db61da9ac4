public import ArgumentParser
public import CounterpointTerminal
import Foundation

/// The way to play a program: with the keyboard, by a script, or line by line.
public struct PlayOptions: ParsableArguments {
  @Option(help: "A script to play; '-' plays each line of standard input when it arrives.")
  var script: String?

  /// The size of the screens that are printed.
  @Option(help: "The size of the screens that are printed, as COLUMNSxROWS.", transform: { try terminalSize($0) })
  public var size = TerminalSize.standard

  /// Makes options to be parsed.
  public init() {}

  private static func terminalSize(_ text: String) throws -> TerminalSize {
    guard let size = TerminalSize(text) else {
      throw ValidationError("'\(text)' is not a size such as 80x24.")
    }
    return size
  }

  /// Finds the lines to play.
  ///
  /// A terminal that can't place its cursor gets a prompt instead of the keyboard's screens. `TERM=dumb` says so even
  /// where standard input is no terminal.
  ///
  /// - Parameter intents: What a line can say.
  /// - Returns: The lines; `nil` if the program is played with the keyboard.
  /// - Throws: If the script can't be read, or has a mistake.
  public func lines<Intent>(of intents: Intent.Type) throws(Failure) -> PlayedLines<Intent>? {
    if script == "-" { return PlayedLines(.script(LineInput()), size: size) }
    if let script { return PlayedLines(.file(try read(script)), size: size) }
    let environment = TerminalCapabilities.processEnvironment
    guard !TerminalCapabilities(environment: environment).canAddressCursor,
      environment["TERM"] == "dumb" || TerminalSession.isTerminal(0)
    else { return nil }
    return PlayedLines(.user(LineInput()), size: size)
  }

  private func read<Intent>(_ script: String) throws(Failure) -> Script<Intent> {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: script))
    } catch {
      throw Failure("can't read the script \(script): \(error.localizedDescription)", code: .noInput)
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Failure("the script \(script) is not UTF-8 text", code: .noInput)
    }
    do throws(ScriptError) {
      return try Script(parsing: text)
    } catch {
      throw Failure(error.description)
    }
  }
}
