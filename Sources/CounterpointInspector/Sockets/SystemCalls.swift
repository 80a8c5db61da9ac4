import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call that has failed.
struct SystemCallError: Error, Hashable, CustomStringConvertible {
  let call: String
  let code: Int32

  init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  var description: String { "\(call) failed: \(unsafe String(cString: strerror(code)))" }

  /// Whether nothing listens at an address.
  var isRefused: Bool { code == ECONNREFUSED }

  /// Whether the call would have had to wait.
  var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }

  /// Whether the process or the system has too many open files or too little memory for another one.
  var isExhaustion: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
}

/// An open file descriptor of a socket or pipe. Closed with its last reference.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  deinit { _ = closeDescriptor(number) }

  func makeNonblocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
    var isOn: Int32 = 1
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Reads at most `limit` bytes.
  ///
  /// - Returns: The bytes; none at the end of the stream.
  func read(_ limit: Int) throws(SystemCallError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = unsafe readDescriptor(number, buffer.baseAddress, limit)
      code = result < 0 ? errno : 0
      count = max(0, result)
    }
    guard code == 0 else { throw SystemCallError("read", code: code) }
    return bytes
  }

  /// Writes what the other side takes.
  ///
  /// - Returns: The number of written bytes.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe sendDescriptor(number, buffer.baseAddress, buffer.count)
    }
    guard result >= 0 else { throw SystemCallError("write") }
    return result
  }

  /// Ends the reading and writing on both sides, so that a thread that waits for the socket continues.
  func shutDown() {
    _ = shutdown(number, Int32(streamShutdown))
  }

  /// Returns the two ends of a connected pair of sockets.
  static func pair() throws(SystemCallError) -> (Descriptor, Descriptor) {
    var numbers: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, streamType, 0, &numbers) == 0 else { throw SystemCallError("socketpair") }
    return (Descriptor(numbers[0]), Descriptor(numbers[1]))
  }
}

/// Waits until a descriptor is ready.
///
/// - Parameters:
///   - requests: The descriptors, each with what is waited for. Receives the result.
///   - milliseconds: The longest time; negative for any time.
func waitForEvents(_ requests: inout [pollfd], milliseconds: Int32) {
  let count = nfds_t(requests.count)
  _ = unsafe poll(&requests, count, milliseconds)
}

#if canImport(Darwin)
let streamType = SOCK_STREAM
private let streamShutdown = SHUT_RDWR
#elseif canImport(Musl)
let streamType = SOCK_STREAM
private let streamShutdown = SHUT_RDWR
#else
let streamType = Int32(SOCK_STREAM.rawValue)
private let streamShutdown = SHUT_RDWR
#endif

// Functions, because these names mean methods inside of the type.
private func closeDescriptor(_ number: Int32) -> Int32 { close(number) }
private func readDescriptor(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, bytes, count)
}
private func sendDescriptor(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  unsafe send(number, bytes, count, 0)
  #else
  unsafe send(number, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
