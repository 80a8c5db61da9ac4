#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The address of an inspected program: a socket in the file system, or a port of the loopback interface.
@_spi(Internals) public enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
  case file(String)
  case loopback(port: UInt16)

  /// The address as messages show it.
  public var description: String {
    switch self {
    case .file(let path): path
    case .loopback(let port): "127.0.0.1:\(port)"
    }
  }

  /// Connects to a listening program. Waits until it accepts.
  func connect() throws(SystemCallError) -> Descriptor {
    let descriptor = try makeSocket()
    let result = try unsafe withAddress { address, length in
      unsafe connectSocket(descriptor.number, address, length)
    }
    guard result == 0 else { throw SystemCallError("connect") }
    return descriptor
  }

  /// Opens a socket that listens at the address.
  ///
  /// A file appears when the socket listens already: a socket that refuses connections is taken for that of a program
  /// that has ended, and removed.
  ///
  /// - Returns: The socket, and the address with the port that the system has chosen instead of 0.
  func listen() throws(SystemCallError) -> (Descriptor, SocketAddress) {
    guard case .file(let path) = self else {
      let descriptor = try openListener()
      return (descriptor, .loopback(port: try Self.port(of: descriptor)))
    }
    let unannounced = "\(path)~"
    _ = unsafe unlink(unannounced)
    let descriptor = try Self.file(unannounced).openListener()
    guard unsafe chmod(unannounced, 0o600) == 0 else { throw SystemCallError("chmod") }
    guard unsafe rename(unannounced, path) == 0 else { throw SystemCallError("rename") }
    return (descriptor, self)
  }

  private func openListener() throws(SystemCallError) -> Descriptor {
    let descriptor = try makeSocket()
    let result = try unsafe withAddress { address, length in unsafe bind(descriptor.number, address, length) }
    guard result == 0 else { throw SystemCallError("bind") }
    guard listenSocket(descriptor.number, 128) == 0 else { throw SystemCallError("listen") }
    descriptor.makeNonblocking()
    return descriptor
  }

  /// Accepts the next waiting connection; `nil` if there is none, or if it has ended meanwhile.
  ///
  /// - Throws: A `SystemCallError` if the process can't open another descriptor. The connection goes on waiting.
  static func accept(from listener: Descriptor) throws(SystemCallError) -> Descriptor? {
    let number = acceptSocket(listener.number, nil, nil)
    guard number >= 0 else {
      let error = SystemCallError("accept")
      if error.isExhaustion { throw error }
      return nil
    }
    let descriptor = Descriptor(number)
    descriptor.makeNonblocking()
    return descriptor
  }

  private func makeSocket() throws(SystemCallError) -> Descriptor {
    let family = if case .file = self { AF_UNIX } else { AF_INET }
    let number = socket(family, streamType, 0)
    guard number >= 0 else { throw SystemCallError("socket") }
    return Descriptor(number)
  }

  private static func port(of descriptor: Descriptor) throws(SystemCallError) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe getsockname(descriptor.number, pointer, &length)
      }
    }
    guard result == 0 else { throw SystemCallError("getsockname") }
    return UInt16(bigEndian: address.sin_port)
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws(SystemCallError) -> Int32 {
    switch self {
    case .loopback(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return unsafe withUnsafePointer(to: address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    case .file(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        // With a zero at the end.
        guard bytes.count < buffer.count else { return false }
        unsafe buffer.copyBytes(from: bytes)
        return true
      }
      guard fits else { throw SystemCallError("bind", code: ENAMETOOLONG) }
      return unsafe withUnsafePointer(to: address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }
}

// Functions, because these names mean methods inside of the type.
private func connectSocket(_ number: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  unsafe connect(number, address, length)
}
private func listenSocket(_ number: Int32, _ backlog: Int32) -> Int32 { listen(number, backlog) }
private func acceptSocket(
  _ number: Int32,
  _ address: UnsafeMutablePointer<sockaddr>?,
  _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 {
  unsafe accept(number, address, length)
}
