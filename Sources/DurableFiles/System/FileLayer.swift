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
  /// Receives what a file system can't promise.
  private(set) var notify: @Sendable (DurableFileNotice) -> Void = { $0.printOnce() }

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

  /// Returns a layer that passes each notice to a function, instead of printing it once.
  public func notifying(_ notify: @escaping @Sendable (DurableFileNotice) -> Void) -> FileLayer {
    var result = self
    result.notify = notify
    return result
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

  /// A folder whose entries are created, renamed and removed. Another folder that gets its path meanwhile is not used.
  struct Folder {
    /// The descriptor; nil if the folder may not be read. Entries have their whole paths then.
    let descriptor: Int32?
    let path: String

    fileprivate func entry(_ path: String) -> (folder: Int32, name: String) {
      descriptor.map { ($0, FilePath.name(of: path)) } ?? (AT_FDCWD, path)
    }
  }

  /// Opens a folder, so that it can be synchronized later.
  func openFolder(_ path: String) throws -> Folder {
    do {
      return Folder(descriptor: try open(path, O_RDONLY | O_DIRECTORY), path: path)
    } catch {
      try react(to: error, in: .openFolder, path)
      return Folder(descriptor: nil, path: path)
    }
  }

  func close(_ folder: Folder) {
    if let descriptor = folder.descriptor { try? close(descriptor, folder.path) }
  }

  /// Creates a file in a folder, which this process alone can access.
  func create(_ path: String, in folder: Folder) throws -> Int32 {
    let (parent, name) = folder.entry(path)
    return try call(.open, path) { openFile(at: parent, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
  }

  func rename(_ old: String, _ new: String, in folder: Folder) throws {
    let (parent, name) = folder.entry(new)
    let oldName = folder.entry(old).name
    try call(.rename, new) { renameFile(at: parent, oldName, name) }
  }

  func unlink(_ path: String, in folder: Folder) throws {
    let (parent, name) = folder.entry(path)
    try call(.unlink, path) { unlinkFile(at: parent, name) }
  }

  /// Synchronizes the entries of a folder with the disk.
  ///
  /// - Throws: ``DurableFileError/notDurable(path:underlying:)``.
  func sync(_ folder: Folder) throws {
    guard let descriptor = folder.descriptor else { return }
    do {
      try fsync(descriptor, folder.path)
    } catch {
      try react(to: error, in: .synchronizeFolder, folder.path)
    }
  }

  /// Returns if the write goes on after the error of a step, and throws the error of the write otherwise.
  func react(to error: any Error, in step: WriteStep, _ path: String) throws {
    guard let error = error as? SystemCallError else { throw error }
    switch FailureReaction(to: step, code: error.code) {
    case .isIgnored: break
    case .goesOn(let kind): notify(DurableFileNotice(kind, path, error))
    case .isNotDurable: throw DurableFileError.notDurable(path: path, underlying: error)
    case .fails, .isInDoubt, .writesInPlace: throw error
    }
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

  /// Reserves space up to a size, so that a full disk is noticed before bytes are overwritten. Not all systems can.
  func allocate(_ size: Int, _ file: Int32, _ path: String) throws {
    #if os(Linux)
    do {
      try call(.allocate, path) {
        // The function returns the error instead of setting the variable.
        let code = posix_fallocate(file, 0, off_t(size))
        errno = code
        return code == 0 ? 0 : -1
      }
    } catch let error as SystemCallError where [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.code) {}
    #endif
  }

  func truncate(_ file: Int32, to size: Int, _ path: String) throws {
    try call(.truncate, path) { ftruncate(file, off_t(size)) }
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
    do {
      try call(.access, path) { unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
    } catch {
      try react(to: error, in: .checkAccess, path)
    }
  }

  /// Returns the attributes of a file that a copy gets. A file system without attributes has none.
  func attributes(_ path: String) throws -> [String: Data] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count: Int
    do {
      count = try call(.attribute, path) { ExtendedAttributes.list(path, &buffer) }
    } catch let error as SystemCallError where [ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM].contains(error.code) {
      return [:]
    }
    var result: [String: Data] = [:]
    for name in buffer[..<count].split(separator: 0).map({ String(decoding: $0, as: UTF8.self) })
    where ExtendedAttributes.isKept(name) {
      let size = try call(.attribute, path) { ExtendedAttributes.get(name, path, &buffer) }
      result[name] = Data(buffer[..<size])
    }
    return result
  }

  /// Returns whether an open file has an attribute.
  func hasAttribute(_ name: String, _ file: Int32, _ path: String) -> Bool {
    (try? call(.attribute, path) { ExtendedAttributes.size(name, file) }) != nil
  }

  /// Sets an attribute of an open file, or removes it.
  func setAttribute(_ name: String, _ value: Data?, of file: Int32, _ path: String) throws {
    try call(.attribute, path) {
      value.map { ExtendedAttributes.set(name, $0, file) } ?? ExtendedAttributes.remove(name, file)
    }
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
  func syncFolder(_ path: String) throws {
    let folder = try openFolder(path)
    defer { close(folder) }
    try sync(folder)
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
private func openFile(at folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe openat(folder, name, flags, mode)
}
private func renameFile(at folder: Int32, _ old: String, _ new: String) -> Int32 {
  unsafe renameat(folder, old, folder, new)
}
private func unlinkFile(at folder: Int32, _ name: String) -> Int32 { unsafe unlinkat(folder, name, 0) }
private func unlinkFile(_ path: String) -> Int32 { unsafe unlink(path) }
private func makeFolder(_ path: String, _ mode: mode_t) -> Int32 { unsafe mkdir(path, mode) }
