import ArgumentParser
import ExampleCommand

/// The command line of the program.
struct BoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "A board of cards in columns.",
    discussion: """
      In a terminal it is played with the keyboard. With --script no terminal is needed: each line is one intent, and \
      after each the screen is printed. TERM=dumb asks for lines at a prompt, for example for a screen reader. \
      Programs with the same --board FILE see each other's changes, also board-web. The intents are:

        add TITLE      select TITLE     move left|right|up|down
        rename TITLE   delete           undo
        search [TEXT]  quit

      '#' begins a comment.
      """
  )

  @Option(help: "The file of the board. (default: the board is forgotten at the end)")
  var board: String?

  @Option(help: "The number of cards of a new board.")
  var cards = 0

  @OptionGroup
  var options: PlayOptions

  func validate() throws {
    guard (0...1_000_000).contains(cards) else {
      throw ValidationError("'\(cards)' is not a number of cards from 0 to 1000000.")
    }
  }
}
