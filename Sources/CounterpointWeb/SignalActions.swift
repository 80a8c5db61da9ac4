#if Web
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The actions of a process for SIGTERM and SIGINT before a server has trapped them.
///
/// Dispatch leaves its handlers installed after the last signal source, and they swallow the signals. After the
/// server has ended, a further signal must end the process, for instance while it waits for a disk.
struct SignalActions {
  #if !os(Windows)
  private var actions: [(signal: Int32, action: sigaction)] = []
  #endif

  /// Reads the actions.
  init() {
    #if !os(Windows)
    for signal in [SIGTERM, SIGINT] {
      var action = sigaction()
      if unsafe sigaction(signal, nil, &action) == 0 { actions.append((signal, action)) }
    }
    #endif
  }

  /// Installs the actions again.
  func restore() {
    #if !os(Windows)
    for (signal, action) in actions {
      var action = action
      _ = unsafe sigaction(signal, &action, nil)
    }
    #endif
  }
}
#endif
