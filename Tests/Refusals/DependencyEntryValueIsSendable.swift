// Dependencies are read on any thread: the value of an entry is Sendable.
// refused: type 'Log' does not conform to the 'Sendable' protocol
import Counterpoint
import DependencyInjection

final class Log {
  var lines: [String] = []
}

struct SharedLog: Sendable {
  var lines: [String] = []
}

extension DependencyValues {
  #if REFUSED
  @DependencyEntry var log: Log = Log()
  #else
  @DependencyEntry var log: SharedLog = SharedLog()
  #endif
}
