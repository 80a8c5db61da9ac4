import ArgumentParser
import ExampleCommand

/// The command line of the program.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "All widgets of CounterpointTerminal, and a log viewer.",
    discussion: """
      In a terminal it is used with the keyboard and the mouse. With --script no terminal is needed: each line is one \
      intent, and after each the screen is printed. The intents are:

        press KEY    type TEXT    work    quit

      A key is named as on the screen, for example f2, ctrl-q, enter or down. '#' begins a comment.
      """
  )

  @Option(help: "The number of rows below the prompt. (default: the whole terminal)")
  var inline: Int?

  @Option(help: "The number of lines of the log.")
  var lines = 100_000

  @OptionGroup
  var options: PlayOptions
}
