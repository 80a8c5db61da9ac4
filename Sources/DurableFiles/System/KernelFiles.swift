@_spi(Internals) import CounterpointSupport
public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file systems of the kernel.
@_spi(Internals) public struct KernelFiles: FileSystem {
  /// Creates a value without state.
  public init() {}

  private static let synchronizedFolders = FolderSet()

  /// The folders of the process, for all values of this type.
  public var synchronizedFolders: FolderSet { Self.synchronizedFolders }

  /// The effective user.
  public var user: UInt32 { UInt32(geteuid()) }

  /// Calls `open` or `openat`.
  public func open(_ path: String, in folder: Int32?, _ flags: Int32, mode: UInt32) -> Int32 {
    checked(openFile(at: folder ?? AT_FDCWD, path, flags, mode_t(mode)))
  }

  /// Calls `close`.
  public func close(_ file: Int32) -> Int32 { checked(closeFile(file)) }

  /// Calls `read`.
  public func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe checked(readFile(file, buffer.baseAddress, buffer.count))
  }

  /// Calls `write`.
  public func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe checked(writeFile(file, bytes.baseAddress, bytes.count))
  }

  /// Calls `lseek`.
  public func rewind(_ file: Int32) { lseek(file, 0, SEEK_SET) }

  /// Calls `fsync`, or what empties the cache of the disk.
  public func synchronize(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
    // There `fsync` leaves the bytes in the cache of the disk. Not all file systems support the alternative.
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return checked(fsync(file))
  }

  /// Calls `posix_fallocate` where there is one.
  public func allocate(_ file: Int32, size: Int) -> Int32 {
    #if os(Linux)
    // The function returns the error instead of setting the variable.
    return -posix_fallocate(file, 0, off_t(size))
    #else
    return -ENOTSUP
    #endif
  }

  /// Calls `ftruncate`.
  public func truncate(_ file: Int32, size: Int) -> Int32 { checked(ftruncate(file, off_t(size))) }

  /// Calls `renameat`.
  public func rename(_ old: String, _ new: String, in folder: Int32?) -> Int32 {
    checked(renameFile(at: folder ?? AT_FDCWD, old, new))
  }

  /// Calls `unlinkat`.
  public func unlink(_ path: String, in folder: Int32?) -> Int32 {
    checked(unlinkFile(at: folder ?? AT_FDCWD, path))
  }

  /// Calls `mkdir`.
  public func makeFolder(_ path: String, mode: UInt32) -> Int32 { unsafe checked(mkdir(path, mode_t(mode))) }

  /// Calls `fchmod`.
  public func setPermissions(_ file: Int32, _ permissions: UInt32) -> Int32 {
    checked(fchmod(file, mode_t(permissions)))
  }

  /// Calls `fchown`.
  public func setOwner(_ file: Int32, owner: UInt32, group: UInt32) -> Int32 { checked(fchown(file, owner, group)) }

  /// Calls `stat` or `lstat`.
  public func readStamp(_ path: String, followingLinks: Bool, into stamp: inout FileStamp?) -> Int32 {
    // Before the call, so that the stamp is not taken for an older one.
    let now = Date().timeIntervalSince1970
    var status = stat()
    let result = checked(followingLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status))
    if result == 0 { stamp = FileStamp(status, now: now) }
    return result
  }

  /// Calls `fstat`.
  public func readStamp(of file: Int32, into stamp: inout FileStamp?) -> Int32 {
    // Before the call, so that the stamp is not taken for an older one.
    let now = Date().timeIntervalSince1970
    var status = stat()
    let result = unsafe checked(fstat(file, &status))
    if result == 0 { stamp = FileStamp(status, now: now) }
    return result
  }

  /// Calls `faccessat` for the effective user.
  public func checkWriteAccess(_ path: String) -> Int32 {
    unsafe checked(faccessat(AT_FDCWD, path, W_OK, AT_EACCESS))
  }

  /// Calls `flock`.
  public func tryLock(_ file: Int32, exclusive: Bool) -> Int32 {
    checked(flock(file, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB))
  }

  /// Calls `flock`.
  public func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

  /// Lists a folder.
  public func entries(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Reads a link.
  public func target(ofLink path: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  /// Calls `listxattr`.
  public func listAttributes(_ path: String, into buffer: inout [UInt8]) -> Int {
    checked(ExtendedAttributes.list(path, &buffer))
  }

  /// Calls `getxattr`.
  public func readAttribute(_ name: String, _ path: String, into buffer: inout [UInt8]) -> Int {
    checked(ExtendedAttributes.get(name, path, &buffer))
  }

  /// Calls `fgetxattr`.
  public func attributeSize(_ name: String, _ file: Int32) -> Int { checked(ExtendedAttributes.size(name, file)) }

  /// Calls `fsetxattr` or `fremovexattr`.
  public func setAttribute(_ name: String, _ value: Data?, _ file: Int32) -> Int32 {
    checked(value.map { ExtendedAttributes.set(name, $0, file) } ?? ExtendedAttributes.remove(name, file))
  }

  /// Reads the table of mounts.
  public func isMountPoint(_ path: String) -> Bool { MountTable.isMountPoint(path) }

  /// Follows the links among the folders.
  public func withoutLinks(_ url: URL) -> URL {
    url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent)
  }

  /// Runs work on a thread that no task needs.
  public func perform(_ work: @escaping @Sendable () -> Void) { performBlocking(work) }
}

/// Returns the result of a function of the C library as the kernel does: an error as its negated code.
private func checked<Number: FixedWidthInteger & SignedInteger>(_ result: Number) -> Number {
  result < 0 ? Number(-errno) : result
}

// Other names, because the methods above hide the functions of the C library.
private func closeFile(_ file: Int32) -> Int32 { close(file) }
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
private func readFile(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}
private func openFile(at folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe openat(folder, path, flags, mode)
}
private func renameFile(at folder: Int32, _ old: String, _ new: String) -> Int32 {
  unsafe renameat(folder, old, folder, new)
}
private func unlinkFile(at folder: Int32, _ path: String) -> Int32 { unsafe unlinkat(folder, path, 0) }
