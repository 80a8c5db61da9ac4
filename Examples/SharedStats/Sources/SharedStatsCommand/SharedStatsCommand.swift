import ArgumentParser
import ExampleCommand

/// The command line of the program.
struct SharedStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sharedstats",
    abstract: "Count on one tab, look at the stats on the other.",
    discussion: """
      Start it twice with one file: both show the same numbers, and no count is lost. With --etcd, the programs may be on \
      several machines.

      In a terminal it is played with the keyboard. With --script no terminal is needed: each line is one intent, and \
      after each the screen is printed. TERM=dumb asks for lines at a prompt, for example for a screen reader. \
      The intents are:

        counter      profile      increment    decrement
        is-prime     dismiss      reset        quit

      '#' begins a comment.
      """
  )

  @Option(help: "The file of the stats. (default: they are forgotten at the end)")
  var stats: String?

  @Option(help: "The name of the stats in the etcd cluster of $ETCD_ENDPOINTS.")
  var etcd: String?

  @OptionGroup
  var options: PlayOptions

  @OptionGroup
  var recording: RecordingOptions
}
