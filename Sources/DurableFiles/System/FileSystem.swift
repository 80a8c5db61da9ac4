@_spi(Internals) import CounterpointSupport
public import Foundation

/// The calls that a ``FileLayer`` makes: those of the kernel, or those of a simulated disk.
///
/// As in the kernel, a negative result is the negated code of an error, such as `-ENOENT`. A folder is an open file;
/// `nil` means that the path is absolute.
@_spi(Internals) public protocol FileSystem: Sendable {
  /// The user of this process.
  var user: UInt32 { get }

  /// The folders whose paths this process has synchronized.
  var synchronizedFolders: FolderSet { get }

  /// Opens a file or a folder, and returns its descriptor.
  func open(_ path: String, in folder: Int32?, _ flags: Int32, mode: UInt32) -> Int32
  /// Closes a descriptor.
  func close(_ file: Int32) -> Int32
  /// Reads bytes from the current position, and returns their number.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Writes bytes at the current position, and returns their number.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// Moves the position of an open file to its start.
  func rewind(_ file: Int32)
  /// Synchronizes the contents of a file, or the entries of a folder, with the disk.
  func synchronize(_ file: Int32) -> Int32
  /// Reserves space up to a size.
  func allocate(_ file: Int32, size: Int) -> Int32
  /// Changes the size of a file.
  func truncate(_ file: Int32, size: Int) -> Int32
  /// Gives a file another path. A file that has the path is replaced.
  func rename(_ old: String, _ new: String, in folder: Int32?) -> Int32
  /// Removes a file.
  func unlink(_ path: String, in folder: Int32?) -> Int32
  /// Creates a folder.
  func makeFolder(_ path: String, mode: UInt32) -> Int32
  /// Changes the permissions of a file.
  func setPermissions(_ file: Int32, _ permissions: UInt32) -> Int32
  /// Changes the owner and the group of a file; an owner of `UInt32.max` keeps it.
  func setOwner(_ file: Int32, owner: UInt32, group: UInt32) -> Int32
  /// Reads the metadata of a path.
  func readStamp(_ path: String, followingLinks: Bool, into stamp: inout FileStamp?) -> Int32
  /// Reads the metadata of an open file.
  func readStamp(of file: Int32, into stamp: inout FileStamp?) -> Int32
  /// Returns zero if this process may write to a path.
  func checkWriteAccess(_ path: String) -> Int32
  /// Tries to lock a file, without waiting.
  func tryLock(_ file: Int32, exclusive: Bool) -> Int32
  /// Unlocks a file for all copies of its descriptor.
  func unlock(_ file: Int32)
  /// Returns the names of the entries of a folder.
  func entries(_ path: String) throws -> [String]
  /// Returns the target of a link as it is stored.
  func target(ofLink path: String) throws -> String

  /// Reads the names of the extended attributes of a path, separated by zeros.
  func listAttributes(_ path: String, into buffer: inout [UInt8]) -> Int
  /// Reads an extended attribute of a path.
  func readAttribute(_ name: String, _ path: String, into buffer: inout [UInt8]) -> Int
  /// Returns the size of an extended attribute of an open file.
  func attributeSize(_ name: String, _ file: Int32) -> Int
  /// Sets an extended attribute of an open file, or removes it.
  func setAttribute(_ name: String, _ value: Data?, _ file: Int32) -> Int32

  /// Returns whether a file is mounted by itself, so that no other file can take its place.
  func isMountPoint(_ path: String) -> Bool
  /// Returns a location without links among its folders.
  func withoutLinks(_ url: URL) -> URL
  /// Runs work that waits for the disk, on a thread that no task needs.
  func perform(_ work: @escaping @Sendable () -> Void)
}

/// A set of folders, by their identities.
@_spi(Internals) public final class FolderSet: Sendable {
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private let folders = Locked<Set<Identity>>([])

  /// Creates an empty set.
  public init() {}

  func contains(_ folder: FileStamp) -> Bool {
    folders.withLock { $0.contains(Identity(device: folder.device, inode: folder.inode)) }
  }

  func insert(_ folder: FileStamp) {
    folders.withLock { _ = $0.insert(Identity(device: folder.device, inode: folder.inode)) }
  }
}

/// The file system of the current task.
@_spi(Internals) public enum CurrentFileSystem {
  /// The file system that files are on unless another one is named. A simulation binds it for the tasks of a machine.
  @TaskLocal public static var value: any FileSystem = KernelFiles()
}
