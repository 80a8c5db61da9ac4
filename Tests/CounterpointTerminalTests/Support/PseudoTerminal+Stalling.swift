#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension PseudoTerminal {
  /// Stops taking output, as a terminal behind a broken connection does.
  func stall() { tcflow(slave, TCOOFF) }

  /// Takes output again.
  func proceed() { tcflow(slave, TCOON) }

  /// Writes to the program's side until the system takes no more.
  func fill() {
    let own = unsafe open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(own) }
    let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 1_000)
    while unsafe write(own, bytes, bytes.count) > 0 {}
  }

  /// Types on a terminal whose buffer may be full.
  func type(_ key: Character, times: Int) {
    var rest = Array(String(repeating: key, count: times).utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
