public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls for files. A test can fail each of them, or simulate a crash before it.
@_spi(Internals) public struct FileLayer: Sendable {
  /// The file system that is called.
  let system: any FileSystem
  /// Runs before each call.
  private let before: @Sendable (SystemCall) throws -> Void
  /// The maximum number of bytes that one call reads or writes.
  private let transferLimit: Int
  /// Receives what a file system can't promise.
  private(set) var notify: @Sendable (DurableFileNotice) -> Void = { $0.printOnce() }

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - system: The file system that is called.
  ///   - transferLimit: The maximum number of bytes that one call reads or writes.
  ///   - before: Runs before each call. An error that it throws is the call's error. A ``SystemCallError`` with the
  ///     code `EINTR` is an interruption by a signal, so the call is made again.
  public init(
    on system: any FileSystem = KernelFiles(),
    transferLimit: Int = .max,
    before: @escaping @Sendable (SystemCall) throws -> Void = { _ in }
  ) {
    self.system = system
    self.before = before
    self.transferLimit = transferLimit
  }

  /// Returns a layer that passes each notice to a function, instead of printing it once.
  public func notifying(_ notify: @escaping @Sendable (DurableFileNotice) -> Void) -> FileLayer {
    var result = self
    result.notify = notify
    return result
  }

  /// The layer of the same file system without the function that runs before each call.
  var unobserved: FileLayer { FileLayer(on: system).notifying(notify) }

  /// Makes a call, and repeats it if a signal interrupts it. A negative result is an error's negated code.
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
      let code = Int32(-result)
      if code != EINTR { throw SystemCallError(call: name, path: path, code: code) }
    }
  }

  /// Opens a file. Programs that are started meanwhile don't inherit it.
  public func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws -> Int32 {
    try call(.open, path) { system.open(path, in: nil, flags | O_CLOEXEC, mode: mode) }
  }

  /// A folder whose entries are created, renamed and removed. Another folder that gets its path meanwhile is not used.
  struct Folder {
    /// The descriptor; nil if the folder may not be read. Entries have their whole paths then.
    let descriptor: Int32?
    let path: String

    fileprivate func entry(_ path: String) -> (folder: Int32?, name: String) {
      descriptor.map { ($0, FilePath.name(of: path)) } ?? (nil, path)
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
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    return try call(.open, path) { system.open(name, in: parent, flags, mode: 0o600) }
  }

  func rename(_ old: String, _ new: String, in folder: Folder) throws {
    let (parent, name) = folder.entry(new)
    let oldName = folder.entry(old).name
    try call(.rename, new) { system.rename(oldName, name, in: parent) }
  }

  func unlink(_ path: String, in folder: Folder) throws {
    let (parent, name) = folder.entry(path)
    try call(.unlink, path) { system.unlink(name, in: parent) }
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
    defer { if !isCalled { _ = system.close(file) } }
    do {
      try before(SystemCall(name: .close, path: path))
    } catch let error as SystemCallError where error.code == EINTR {
      return
    }
    isCalled = true
    let code = -system.close(file)
    if code != 0, code != EINTR { throw SystemCallError(call: .close, path: path, code: code) }
  }

  func write(_ data: Data, to file: Int32, _ path: String) throws {
    var rest = data
    while !rest.isEmpty {
      let count = try call(.write, path) {
        unsafe rest.withUnsafeBytes {
          unsafe system.write(file, UnsafeRawBufferPointer(rebasing: $0.prefix(transferLimit)))
        }
      }
      // No file system should do this. Without the check, the loop would never end.
      if count == 0 { throw SystemCallError(call: .write, path: path, code: EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a file to its end.
  ///
  /// - Parameter size: The size in its metadata, which is not reliable: the file may grow, and files in `/proc` have
  ///   none.
  /// - Returns: `nil` if the file has more bytes than the limit.
  func readAll(_ file: Int32, _ path: String, size: Int = 65_536, limit: Int) throws -> Data? {
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: min(max(size, 1_024), 65_536, transferLimit))
    while true {
      let count = try call(.read, path) {
        unsafe buffer.withUnsafeMutableBytes { unsafe system.read(file, into: $0) }
      }
      if count == 0 { return result }
      result.append(contentsOf: buffer[..<count])
      if result.count > limit { return nil }
    }
  }

  func fsync(_ file: Int32, _ path: String) throws {
    try call(.fsync, path) { system.synchronize(file) }
  }

  /// Reserves space up to a size, so that a full disk is noticed before bytes are overwritten. Not all systems can.
  func allocate(_ size: Int, _ file: Int32, _ path: String) throws {
    do {
      try call(.allocate, path) { system.allocate(file, size: size) }
    } catch let error as SystemCallError where [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.code) {}
  }

  /// Moves the position of an open file to its start.
  func rewind(_ file: Int32) { system.rewind(file) }

  func truncate(_ file: Int32, to size: Int, _ path: String) throws {
    try call(.truncate, path) { system.truncate(file, size: size) }
  }

  func rename(_ old: String, _ new: String) throws {
    try call(.rename, new) { system.rename(old, new, in: nil) }
  }

  /// Removes a file.
  public func unlink(_ path: String) throws {
    try call(.unlink, path) { system.unlink(path, in: nil) }
  }

  private func mkdir(_ path: String) throws {
    try call(.mkdir, path) { system.makeFolder(path, mode: 0o700) }
  }

  func setPermissions(_ permissions: UInt32, of file: Int32, _ path: String) throws {
    try call(.chmod, path) { system.setPermissions(file, permissions) }
  }

  /// Changes the owner and the group of a file.
  ///
  /// - Parameter owner: The owner; `nil` to keep it.
  func setOwner(_ owner: UInt32?, group: UInt32, of file: Int32, _ path: String) throws {
    try call(.chown, path) { system.setOwner(file, owner: owner ?? .max, group: group) }
  }

  /// Returns the metadata of a file, or nil if there is no file.
  ///
  /// - Parameter followingLinks: Whether to return the metadata of a link's target.
  public func stamp(_ path: String, followingLinks: Bool = true) throws -> FileStamp? {
    do {
      var stamp: FileStamp?
      try call(.stat, path) { system.readStamp(path, followingLinks: followingLinks, into: &stamp) }
      return stamp
    } catch let error as SystemCallError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }

  /// Throws if a path can't exist, for example because there is a file in the place of a folder.
  func requireFolders(above path: String) throws {
    do {
      var stamp: FileStamp?
      try call(.stat, path) { system.readStamp(path, followingLinks: false, into: &stamp) }
    } catch let error as SystemCallError where error.code == ENOENT {}
  }

  func stamp(of file: Int32, _ path: String) throws -> FileStamp {
    var stamp: FileStamp?
    try call(.stat, path) { system.readStamp(of: file, into: &stamp) }
    guard let stamp else { throw SystemCallError(call: .stat, path: path, code: EIO) }
    return stamp
  }

  /// Throws if this process has no write permission for a file.
  func requireWriteAccess(_ path: String) throws {
    do {
      try call(.access, path) { system.checkWriteAccess(path) }
    } catch {
      try react(to: error, in: .checkAccess, path)
    }
  }

  /// Returns the attributes of a file that a copy gets. A file system without attributes has none.
  func attributes(_ path: String) throws -> [String: Data] {
    // Most files have no attributes. An empty buffer asks for the size.
    var buffer: [UInt8] = []
    var count: Int
    do {
      count = try call(.attribute, path) { system.listAttributes(path, into: &buffer) }
      if count == 0 { return [:] }
      buffer = [UInt8](repeating: 0, count: 65_536)
      count = try call(.attribute, path) { system.listAttributes(path, into: &buffer) }
    } catch let error as SystemCallError where [ENOTSUP, EOPNOTSUPP, ENOSYS, EPERM].contains(error.code) {
      return [:]
    }
    var result: [String: Data] = [:]
    for name in buffer[..<count].split(separator: 0).map({ String(decoding: $0, as: UTF8.self) })
    where ExtendedAttributes.isKept(name) {
      let size = try call(.attribute, path) { system.readAttribute(name, path, into: &buffer) }
      result[name] = Data(buffer[..<size])
    }
    return result
  }

  /// Returns whether an open file has an attribute.
  func hasAttribute(_ name: String, _ file: Int32, _ path: String) -> Bool {
    (try? call(.attribute, path) { system.attributeSize(name, file) }) != nil
  }

  /// Sets an attribute of an open file, or removes it.
  func setAttribute(_ name: String, _ value: Data?, of file: Int32, _ path: String) throws {
    try call(.attribute, path) { system.setAttribute(name, value, file) }
  }

  /// Tries to lock a file. Returns false if another descriptor holds the lock.
  func tryLock(_ file: Int32, _ path: String, exclusive: Bool) throws -> Bool {
    do {
      try call(.lock, path) { system.tryLock(file, exclusive: exclusive) }
      return true
    } catch let error as SystemCallError where error.code == EWOULDBLOCK {
      return false
    }
  }

  /// Unlocks a file for all copies of its descriptor.
  func unlock(_ file: Int32) {
    system.unlock(file)
  }

  /// Returns the names of the entries of a folder.
  public func list(_ path: String) throws -> [String] {
    try before(SystemCall(name: .list, path: path))
    return try system.entries(path)
  }

  /// Returns the absolute target of a link.
  func target(ofLink path: String) throws -> String {
    try before(SystemCall(name: .link, path: path))
    let target = try system.target(ofLink: path)
    if target.hasPrefix("/") { return target }
    return FilePath.entry(target, in: FilePath.folder(of: path))
  }
}

extension FileLayer {
  /// The user of this process.
  var user: UInt32 { system.user }

  /// Returns whether a file is mounted by itself, so that no other file can take its place.
  func isMountPoint(_ path: String) -> Bool { system.isMountPoint(path) }

  /// Returns a location without links among its folders.
  public func withoutLinks(_ url: URL) -> URL { system.withoutLinks(url) }

  /// Runs work that waits for the disk, on a thread that no task needs.
  public func perform(_ work: @escaping @Sendable () -> Void) { system.perform(work) }

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
    try giveToOwner(of: parent, folder)
    let opened = try openFolder(parent)
    defer { close(opened) }
    try syncBeforeWrite(opened)
  }

  /// A folder that the superuser creates in the folder of a user belongs to the user, like a file.
  private func giveToOwner(of parent: String, _ folder: String) throws {
    guard user == 0, let owner = try stamp(parent), owner.owner != 0 else { return }
    do {
      // The user may have replaced the folder by a link to another user's folder.
      let descriptor = try open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      defer { try? close(descriptor, folder) }
      try setOwner(owner.owner, group: owner.group, of: descriptor, folder)
    } catch {
      try react(to: error, in: .changeOwner, folder)
    }
  }

  /// Synchronizes the entries of the path of a folder, once in the process. Another process may have created the
  /// folder, and not have synchronized it yet.
  ///
  /// A folder above it that may not be read, or whose file system synchronizes no folders, is skipped.
  func syncPath(of folder: Folder) throws {
    let layer = unobserved
    guard let descriptor = folder.descriptor else { return }
    let stamp = try layer.stamp(of: descriptor, folder.path)
    if system.synchronizedFolders.contains(stamp) { return }
    var path = folder.path
    while FilePath.folder(of: path) != path {
      path = FilePath.folder(of: path)
      do {
        let parent = try layer.open(path, O_RDONLY | O_DIRECTORY)
        defer { try? layer.close(parent, path) }
        try layer.fsync(parent, path)
      } catch let error as SystemCallError {
        guard case .goesOn = FailureReaction(to: .synchronizeFolder, code: error.code) else { throw error }
      }
    }
    system.synchronizedFolders.insert(stamp)
  }

  /// Synchronizes the entries of a folder with the disk.
  func syncFolder(_ path: String) throws {
    let folder = try openFolder(path)
    defer { close(folder) }
    try sync(folder)
  }

  /// Synchronizes a folder before the file is written. The file is not in place yet, so the error is not
  /// ``DurableFileError/notDurable(path:underlying:)``, after which a change counts as made.
  func syncBeforeWrite(_ folder: Folder) throws {
    do {
      try sync(folder)
    } catch DurableFileError.notDurable(_, let underlying) {
      throw underlying
    }
  }
}
