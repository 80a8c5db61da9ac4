@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A fault of a file system, or of a program that uses it, for tests of the simulation.
enum PlantedFault: Sendable, CaseIterable {
  /// A synchronization is acknowledged at once, and done 50 ms later.
  case acknowledgementBeforeSync
  /// Folders are not synchronized.
  case folderIsNotSynchronized
  /// Files are not synchronized before the renaming.
  case fileIsNotSynchronized
  /// A lock is released before the renaming that it protects.
  case lockIsReleasedBeforeRename
}

/// A file system with a planted fault.
final class PlantedFiles: FileSystem {
  private let base: any FileSystem
  private let fault: PlantedFault
  /// The descriptors of folders.
  private let folders = Locked<Set<Int32>>([])
  /// The descriptors with a lock, in the order in which they were locked.
  private let locks = Locked<[Int32]>([])

  init(_ base: any FileSystem, _ fault: PlantedFault) {
    self.base = base
    self.fault = fault
  }

  func synchronize(_ file: Int32) -> Int32 {
    let isFolder = folders.withLock { $0.contains(file) }
    switch fault {
    case .acknowledgementBeforeSync:
      base.perform { [base] in
        usleep(50_000)
        _ = base.synchronize(file)
      }
      return 0
    case .folderIsNotSynchronized where isFolder, .fileIsNotSynchronized where !isFolder: return 0
    default: return base.synchronize(file)
    }
  }

  func rename(_ old: String, _ new: String, in folder: Int32?) -> Int32 {
    if fault == .lockIsReleasedBeforeRename { for lock in locks.withLock({ $0 }) { base.unlock(lock) } }
    return base.rename(old, new, in: folder)
  }

  func open(_ path: String, in folder: Int32?, _ flags: Int32, mode: UInt32) -> Int32 {
    let file = base.open(path, in: folder, flags, mode: mode)
    if file >= 0, flags & O_DIRECTORY != 0 { folders.withLock { _ = $0.insert(file) } }
    return file
  }

  func close(_ file: Int32) -> Int32 {
    // A file that is closed can't be synchronized later, so this fault keeps it open.
    fault == .acknowledgementBeforeSync ? 0 : base.close(file)
  }

  func tryLock(_ file: Int32, exclusive: Bool) -> Int32 {
    let code = base.tryLock(file, exclusive: exclusive)
    if code == 0 { locks.withLock { $0.append(file) } }
    return code
  }

  func unlock(_ file: Int32) {
    locks.withLock { $0.removeAll { $0 == file } }
    base.unlock(file)
  }

  var user: UInt32 { base.user }
  var synchronizedFolders: FolderSet { base.synchronizedFolders }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int { unsafe base.read(file, into: buffer) }
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int { unsafe base.write(file, bytes) }
  func rewind(_ file: Int32) { base.rewind(file) }
  func allocate(_ file: Int32, size: Int) -> Int32 { base.allocate(file, size: size) }
  func truncate(_ file: Int32, size: Int) -> Int32 { base.truncate(file, size: size) }
  func unlink(_ path: String, in folder: Int32?) -> Int32 { base.unlink(path, in: folder) }
  func makeFolder(_ path: String, mode: UInt32) -> Int32 { base.makeFolder(path, mode: mode) }
  func setPermissions(_ file: Int32, _ permissions: UInt32) -> Int32 { base.setPermissions(file, permissions) }
  func setOwner(_ file: Int32, owner: UInt32, group: UInt32) -> Int32 {
    base.setOwner(file, owner: owner, group: group)
  }
  func readStamp(_ path: String, followingLinks: Bool, into stamp: inout FileStamp?) -> Int32 {
    base.readStamp(path, followingLinks: followingLinks, into: &stamp)
  }
  func readStamp(of file: Int32, into stamp: inout FileStamp?) -> Int32 { base.readStamp(of: file, into: &stamp) }
  func checkWriteAccess(_ path: String) -> Int32 { base.checkWriteAccess(path) }
  func entries(_ path: String) throws -> [String] { try base.entries(path) }
  func target(ofLink path: String) throws -> String { try base.target(ofLink: path) }
  func listAttributes(_ path: String, into buffer: inout [UInt8]) -> Int { base.listAttributes(path, into: &buffer) }
  func readAttribute(_ name: String, _ path: String, into buffer: inout [UInt8]) -> Int {
    base.readAttribute(name, path, into: &buffer)
  }
  func attributeSize(_ name: String, _ file: Int32) -> Int { base.attributeSize(name, file) }
  func setAttribute(_ name: String, _ value: Data?, _ file: Int32) -> Int32 { base.setAttribute(name, value, file) }
  func isMountPoint(_ path: String) -> Bool { base.isMountPoint(path) }
  func withoutLinks(_ url: URL) -> URL { base.withoutLinks(url) }
  func perform(_ work: @escaping @Sendable () -> Void) { base.perform(work) }
}
