public import ArgumentParser
public import CounterpointTerminal
import Foundation

/// How a program is played: with the keyboard, or by a script.
public struct PlayOptions: ParsableArguments {
  @Option(help: "A script to play, '-' for standard input.")
  var script: String?

  /// The size of the screens that a script prints.
  @Option(help: "The size of the screens that a script prints, as COLUMNSxROWS.", transform: { try terminalSize($0) })
  public var size = TerminalSize.standard

  /// Makes options to be parsed.
  public init() {}

  private static func terminalSize(_ text: String) throws -> TerminalSize {
    guard let size = TerminalSize(text) else {
      throw ValidationError("'\(text)' is not a size such as 80x24.")
    }
    return size
  }

  /// The script to play, `nil` if the program is played with the keyboard.
  public func readScript<Intent>(of intents: Intent.Type) throws(Failure) -> Script<Intent>? {
    guard let script else { return nil }
    let data: Data?
    do {
      data =
        script == "-"
        ? try FileHandle.standardInput.readToEnd() : try Data(contentsOf: URL(fileURLWithPath: script))
    } catch {
      throw Failure("can't read the script \(script): \(error.localizedDescription)", code: .noInput)
    }
    guard let text = String(data: data ?? Data(), encoding: .utf8) else {
      throw Failure("the script \(script) is not UTF-8 text", code: .noInput)
    }
    do throws(ScriptError) {
      return try Script(parsing: text)
    } catch {
      throw Failure(error.description)
    }
  }
}
