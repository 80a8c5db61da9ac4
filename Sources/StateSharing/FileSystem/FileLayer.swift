package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls for files. A test can fail each of them, or simulate a crash before it.
package struct FileLayer: Sendable {
  /// Runs before each call. An error that it throws is the call's error.
  private let before: @Sendable (SystemCall) throws -> Void

  package init(before: @escaping @Sendable (SystemCall) throws -> Void = { _ in }) {
    self.before = before
  }

  /// Makes a call, and repeats it if a signal interrupts it. A negative result is an error.
  @discardableResult
  private func call<Number: FixedWidthInteger & SignedInteger>(
    _ name: SystemCall.Name,
    _ path: String,
    _ body: () -> Number
  ) throws -> Number {
    try before(SystemCall(name: name, path: path))
    while true {
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemCallError(call: name, path: path, code: code) }
    }
  }

  package func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws -> Int32 {
    #if canImport(Darwin)
    try call(.open, path) { unsafe Darwin.open(path, flags | O_CLOEXEC, mode) }
    #elseif canImport(Musl)
    try call(.open, path) { unsafe Musl.open(path, flags | O_CLOEXEC, mode) }
    #else
    try call(.open, path) { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
    #endif
  }

  /// Closes a file, even if the call fails or a test fails it.
  package func close(_ file: Int32, _ path: String) throws {
    var isCalled = false
    defer { if !isCalled { closeFile(file) } }
    try before(SystemCall(name: .close, path: path))
    isCalled = true
    if closeFile(file) != 0, errno != EINTR { throw SystemCallError(call: .close, path: path, code: errno) }
  }

  func write(_ data: Data, to file: Int32, _ path: String) throws {
    var rest = data
    while !rest.isEmpty {
      let count = try call(.write, path) {
        unsafe rest.withUnsafeBytes { unsafe writeFile(file, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a file to its end.
  ///
  /// - Returns: `nil` if the file has more bytes than the limit. The size in its metadata is not reliable: the file
  ///   may grow, and files in `/proc` have none.
  func readAll(_ file: Int32, _ path: String, limit: Int) throws -> Data? {
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try call(.read, path) {
        unsafe buffer.withUnsafeMutableBytes { unsafe readFile(file, $0.baseAddress, $0.count) }
      }
      if count == 0 { return result }
      result.append(contentsOf: buffer[..<count])
      if result.count > limit { return nil }
    }
  }

  func fsync(_ file: Int32, _ path: String) throws {
    try call(.fsync, path) { syncFile(file) }
  }

  func rename(_ old: String, _ new: String) throws {
    try call(.rename, new) { renameFile(old, new) }
  }

  package func unlink(_ path: String) throws {
    try call(.unlink, path) { unlinkFile(path) }
  }

  func mkdir(_ path: String) throws {
    try call(.mkdir, path) { makeFolder(path, 0o700) }
  }

  /// Returns the metadata of a file, or nil if there is no file.
  ///
  /// - Parameter followingLinks: Whether to return the metadata of a link's target.
  package func stamp(_ path: String, followingLinks: Bool = true) throws -> FileStamp? {
    do {
      var status = stat()
      try call(.stat, path) { followingLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status) }
      return FileStamp(status)
    } catch let error as SystemCallError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }

  func stamp(of file: Int32, _ path: String) throws -> FileStamp {
    var status = stat()
    try call(.stat, path) { unsafe fstat(file, &status) }
    return FileStamp(status)
  }

  /// Throws if this process has no write permission for a file.
  func requireWriteAccess(_ path: String) throws {
    try call(.access, path) { unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
  }

  /// Tries to lock a file. Returns false if another descriptor holds the lock.
  func tryLock(_ file: Int32, _ path: String, exclusive: Bool) throws -> Bool {
    do {
      try call(.lock, path) { flock(file, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) }
      return true
    } catch let error as SystemCallError where error.code == EWOULDBLOCK {
      return false
    }
  }

  /// Returns the names of the entries of a folder.
  package func list(_ path: String) throws -> [String] {
    try before(SystemCall(name: .list, path: path))
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Returns the absolute target of a link.
  func target(ofLink path: String) throws -> String {
    try before(SystemCall(name: .link, path: path))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
    if target.hasPrefix("/") { return target }
    return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(target).standardizedFileURL
      .path
  }
}

// Other names, because the methods above hide the functions of the C library.
@discardableResult
private func closeFile(_ file: Int32) -> Int32 { close(file) }
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
private func readFile(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}
private func syncFile(_ file: Int32) -> Int32 { fsync(file) }
private func renameFile(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
private func unlinkFile(_ path: String) -> Int32 { unsafe unlink(path) }
private func makeFolder(_ path: String, _ mode: mode_t) -> Int32 { unsafe mkdir(path, mode) }

extension FileStamp {
  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    mode = UInt32(status.st_mode)
    owner = UInt32(status.st_uid)
    links = UInt64(status.st_nlink)
    #if canImport(Darwin)
    seconds = Int64(status.st_mtimespec.tv_sec)
    nanoseconds = Int64(status.st_mtimespec.tv_nsec)
    changeSeconds = Int64(status.st_ctimespec.tv_sec)
    changeNanoseconds = Int64(status.st_ctimespec.tv_nsec)
    #else
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
    changeSeconds = Int64(status.st_ctim.tv_sec)
    changeNanoseconds = Int64(status.st_ctim.tv_nsec)
    #endif
  }
}

extension FileLayer {
  /// Creates a folder and its missing ancestors.
  func makeFolders(_ folder: String) throws {
    if folder.isEmpty || folder == "/" { return }
    if try stamp(folder) != nil { return }
    let parent = (folder as NSString).deletingLastPathComponent
    try makeFolders(parent)
    do {
      try mkdir(folder)
    } catch let error as SystemCallError where error.code == EEXIST {
      return
    }
    try syncFolder(parent)
  }

  /// Synchronizes the entries of a folder with the disk.
  func syncFolder(_ folder: String) throws {
    let path = folder.isEmpty ? "/" : folder
    let file = try open(path, O_RDONLY)
    let result = Result { try fsync(file, path) }
    try close(file, path)
    try result.get()
  }
}

/// A system call before it is made.
package struct SystemCall: Sendable {
  package enum Name: String, Sendable {
    case open, read, write, fsync, close, rename, unlink, mkdir, stat, access, lock, list, link
  }

  package let name: Name
  package let path: String
}

/// A failed system call.
package struct SystemCallError: Error, CustomStringConvertible, Sendable {
  package let call: SystemCall.Name
  package let path: String
  package let code: Int32
  /// The details that the system's error text does not contain.
  private let detail: String?

  package init(call: SystemCall.Name, path: String, code: Int32, detail: String? = nil) {
    self.call = call
    self.path = path
    self.code = code
    self.detail = detail
  }

  package var description: String {
    let text = detail ?? (unsafe String(cString: strerror(code)))
    return "\(call.rawValue) '\(path)': \(text) (\(code))"
  }
}

/// The metadata that identifies a state of a file without reading it.
package struct FileStamp: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let seconds: Int64
  let nanoseconds: Int64
  /// The last change of the file or its metadata, which no program can set.
  let changeSeconds: Int64
  let changeNanoseconds: Int64
  let mode: UInt32
  let owner: UInt32
  let links: UInt64

  /// Returns whether both are states of the same file.
  package func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether any later change of the file gives it another stamp.
  ///
  /// The clock of a file system advances in steps of up to ten milliseconds. Two changes within a step have the same
  /// time.
  var isConclusive: Bool {
    let age = Date().timeIntervalSince1970 - Double(changeSeconds) - Double(changeNanoseconds) / 1e9
    return age > 0.05
  }

  var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
  var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
}
