import ArgumentParser
import ExampleCommand
import PrimeTime

/// The command line of the program.
struct PrimeTimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "primetime",
    abstract: "Count, ask whether the count is prime, ask for the nth prime, and keep the primes that you like.",
    discussion: """
      In a terminal it is played with the keyboard. With --script no terminal is needed: each line is one intent, and \
      after each the screen is printed. TERM=dumb asks for lines at a prompt, for example for a screen reader. \
      The intents are:

        increment [N]      decrement [N]      is-prime
        nth-prime          cancel             dismiss
        save-favorite      remove-favorite    delete-favorite PRIME
        show-favorites     save               load
        undo               redo               quit

      '#' begins a comment.
      """
  )

  @Option(parsing: .unconditional, help: "The number to begin with.", transform: { try wholeNumber($0) })
  var count = 0

  @Option(help: "The file of the favorites. (default: primetime/favorites.json in $XDG_DATA_HOME)")
  var favorites: String?

  @OptionGroup
  var options: PlayOptions

  @OptionGroup
  var recording: RecordingOptions

  private static func wholeNumber(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw ValidationError("'\(text)' is not a whole number from \(Int.min) to \(Int.max).")
    }
    return number
  }
}

extension PrimeTimeCommand {
  /// Makes sure, before the terminal is taken, that there is a place for the favorites.
  func checkFavorites(environment: [String: String]) throws(Failure) {
    guard favorites == nil, FavoritesClient.defaultPath(environment: environment) == nil else { return }
    throw Failure("there is no $XDG_DATA_HOME and no $HOME to keep the favorites in: give --favorites PATH")
  }
}
