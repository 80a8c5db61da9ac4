import ArgumentParser
import ExampleCommand

/// The command line of the program.
struct SignUpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup",
    abstract: "Sign up, screen by screen.",
    discussion: """
      In a terminal it is played with the keyboard. With --script no terminal is needed: each line is one intent, and \
      after each the screen is printed. TERM=dumb asks for lines at a prompt, for example for a screen reader. \
      The intents are:

        start              next               back
        enter FIELD TEXT   toggle TOPIC       edit PART
        submit             cancel             choose BUTTON
        remove picture     quit

      FIELD is email, password, name, phone or picture, whose TEXT is a path; PART is basics, personal-info or topics. \
      '#' begins a comment.
      """
  )

  @Option(help: "The file of the accounts. (default: they are forgotten at the end)")
  var accounts: String?

  @OptionGroup
  var options: PlayOptions

  @OptionGroup
  var recording: RecordingOptions
}
