import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls for files. A test can fail each of them, or simulate a crash before it.
@_spi(Internals) public struct FileLayer: Sendable {
  /// Runs before each call.
  private let before: @Sendable (SystemCall) throws -> Void
  /// The maximum number of bytes that one call reads or writes.
  private let transferLimit: Int

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - transferLimit: The maximum number of bytes that one call reads or writes.
  ///   - before: Runs before each call. An error that it throws is the call's error. A ``SystemCallError`` with the
  ///     code `EINTR` is an interruption by a signal, so the call is made again.
  public init(transferLimit: Int = .max, before: @escaping @Sendable (SystemCall) throws -> Void = { _ in }) {
    self.before = before
    self.transferLimit = transferLimit
  }

  /// Makes a call, and repeats it if a signal interrupts it. A negative result is an error.
  @discardableResult
  private func call<Number: FixedWidthInteger & SignedInteger>(
    _ name: SystemCall.Name,
    _ path: String,
    _ body: () -> Number
  ) throws -> Number {
    while true {
      do {
        try before(SystemCall(name: name, path: path))
      } catch let error as SystemCallError where error.code == EINTR {
        continue
      }
      let result = body()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemCallError(call: name, path: path, code: code) }
    }
  }

  /// Opens a file. Programs that are started meanwhile don't inherit it.
  public func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws -> Int32 {
    try call(.open, path) { openFile(path, flags | O_CLOEXEC, mode_t(mode)) }
  }

  /// Closes a file, even if the call fails or a test fails it. An interrupted call has closed the file as well.
  public func close(_ file: Int32, _ path: String) throws {
    var isCalled = false
    defer { if !isCalled { closeFile(file) } }
    do {
      try before(SystemCall(name: .close, path: path))
    } catch let error as SystemCallError where error.code == EINTR {
      return
    }
    isCalled = true
    if closeFile(file) != 0, errno != EINTR { throw SystemCallError(call: .close, path: path, code: errno) }
  }

  func write(_ data: Data, to file: Int32, _ path: String) throws {
    var rest = data
    while !rest.isEmpty {
      let count = try call(.write, path) {
        unsafe rest.withUnsafeBytes { unsafe writeFile(file, $0.baseAddress, min($0.count, transferLimit)) }
      }
      // No file system should do this. Without the check, the loop would never end.
      if count == 0 { throw SystemCallError(call: .write, path: path, code: EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a file to its end.
  ///
  /// - Returns: `nil` if the file has more bytes than the limit. The size in its metadata is not reliable: the file
  ///   may grow, and files in `/proc` have none.
  func readAll(_ file: Int32, _ path: String, limit: Int) throws -> Data? {
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: min(65_536, transferLimit))
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

  /// Removes a file.
  public func unlink(_ path: String) throws {
    try call(.unlink, path) { unlinkFile(path) }
  }

  private func mkdir(_ path: String) throws {
    try call(.mkdir, path) { makeFolder(path, 0o700) }
  }

  func setPermissions(_ permissions: UInt32, of file: Int32, _ path: String) throws {
    try call(.chmod, path) { fchmod(file, mode_t(permissions)) }
  }

  /// Changes the owner and the group of a file.
  ///
  /// - Parameter owner: The owner; `nil` to keep it.
  func setOwner(_ owner: UInt32?, group: UInt32, of file: Int32, _ path: String) throws {
    try call(.chown, path) { fchown(file, owner ?? .max, group) }
  }

  /// Returns the metadata of a file, or nil if there is no file.
  ///
  /// - Parameter followingLinks: Whether to return the metadata of a link's target.
  public func stamp(_ path: String, followingLinks: Bool = true) throws -> FileStamp? {
    do {
      var status = stat()
      try call(.stat, path) { followingLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status) }
      return FileStamp(status)
    } catch let error as SystemCallError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }

  /// Throws if a path can't exist, for example because there is a file in the place of a folder.
  func requireFolders(above path: String) throws {
    do {
      var status = stat()
      try call(.stat, path) { unsafe lstat(path, &status) }
    } catch let error as SystemCallError where error.code == ENOENT {}
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

  /// Unlocks a file for all copies of its descriptor.
  func unlock(_ file: Int32) {
    _ = flock(file, LOCK_UN)
  }

  /// Returns the names of the entries of a folder.
  public func list(_ path: String) throws -> [String] {
    try before(SystemCall(name: .list, path: path))
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Returns the absolute target of a link.
  func target(ofLink path: String) throws -> String {
    try before(SystemCall(name: .link, path: path))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
    if target.hasPrefix("/") { return target }
    return FilePath.entry(target, in: FilePath.folder(of: path))
  }
}

extension FileLayer {
  /// Creates a folder and its missing ancestors.
  func makeFolders(_ folder: String) throws {
    if try stamp(folder) != nil { return }
    let parent = FilePath.folder(of: folder)
    if parent == folder { return }
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
    let file = try open(folder, O_RDONLY | O_DIRECTORY)
    let result = Result { try fsync(file, folder) }
    try close(file, folder)
    do {
      try result.get()
    } catch let error as SystemCallError where [EINVAL, ENOTSUP, EOPNOTSUPP].contains(error.code) {
      // Some file systems, for example of networks, can't synchronize folders. Failed writes have other codes.
    }
  }
}

// Other names, because the methods above hide the functions of the C library.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
@discardableResult
private func closeFile(_ file: Int32) -> Int32 { close(file) }
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
private func readFile(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}
private func syncFile(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
  // There `fsync` leaves the bytes in the cache of the disk. Not all file systems support the alternative.
  if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(file)
}
private func renameFile(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
private func unlinkFile(_ path: String) -> Int32 { unsafe unlink(path) }
private func makeFolder(_ path: String, _ mode: mode_t) -> Int32 { unsafe mkdir(path, mode) }
