#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

struct DeadlineMissed: Error, CustomStringConvertible {
  let description: String
}

/// Reads what a descriptor has, waiting for it.
///
/// The deadline is there for broken code only: a passing test never waits for it. It is far away, because on a busy
/// machine all tests together take minutes, and what is waited for may be in their queue.
/// - Returns: `nil` at the end of the file, or where the other side is gone.
func readSome(_ descriptor: Int32, waitingFor purpose: String, soFar: String) throws -> [UInt8]? {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  var ready: Int32 = -1
  repeat { ready = unsafe poll(&waiting, 1, 300_000) } while ready < 0 && errno == EINTR
  guard ready > 0 else {
    throw DeadlineMissed(description: "waited for \(purpose), got \(soFar.debugDescription)")
  }
  var buffer = [UInt8](repeating: 0, count: 65_536)
  let count = unsafe read(descriptor, &buffer, buffer.count)
  return count > 0 ? Array(buffer.prefix(count)) : nil
}
