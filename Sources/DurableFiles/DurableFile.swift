public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file whose contents are replaced as a whole, and survive a crash or a power failure.
///
/// ```swift
/// let file = DurableFile(URL(fileURLWithPath: "notes.txt"))
/// try file.write(Data("Buy milk".utf8))
/// let notes = try file.read()
/// ```
///
/// All methods block the calling thread until the disk has finished. They may be called from any thread, and from
/// several processes at once. A value of this type holds no open file, so it can be created, copied and dropped freely.
public struct DurableFile: Sendable {
  /// The location of the file, as it was passed to ``init(_:)``.
  public let url: URL

  let layer: FileLayer
  /// Whether ``withLock(timeout:_:)`` has created the value, so that the lock is held.
  private let isLocked: Bool

  /// Describes a file of the current task's file system: that of the system, except in a simulation. Does not access
  /// the disk.
  ///
  /// - Parameter url: The location of the file, which need not exist. If there is a symbolic link, its target is read
  ///   and replaced, and the link stays.
  public init(_ url: URL) {
    self.init(url, layer: FileLayer(on: CurrentFileSystem.value))
  }

  /// Describes a file, with system calls that a test can fail.
  @_spi(Internals) public init(_ url: URL, layer: FileLayer) {
    self.init(url: url, layer: layer, isLocked: false)
  }

  private init(url: URL, layer: FileLayer, isLocked: Bool) {
    self.url = url
    self.layer = layer
    self.isLocked = isLocked
  }

  /// Follows the links to the file.
  @_spi(Internals) public func resolved() throws -> ResolvedFile {
    try requirePath()
    return try ResolvedFile(url.path, layer: layer)
  }

  /// Throws if the location can't be that of a file. Does not access the disk.
  @_spi(Internals) public func requirePath() throws {
    guard url.isFileURL else {
      throw SystemCallError(call: .open, path: url.absoluteString, code: EINVAL, detail: "Not the URL of a file")
    }
    // The system would take the part before the zero for the path, and Foundation another file's name.
    if url.absoluteString.contains("%00") {
      let detail = "The path contains a zero byte"
      throw SystemCallError(call: .open, path: url.absoluteString, code: EINVAL, detail: detail)
    }
    if url.hasDirectoryPath { throw SystemCallError(call: .open, path: url.path, code: EISDIR) }
  }

  /// Reads the file.
  ///
  /// The result is never a part of a write by this library. Does not wait for the lock.
  ///
  /// - Parameter limit: The maximum size in bytes, 256 MiB by default.
  /// - Returns: The contents, or `nil` if there is no file.
  /// - Throws: ``DurableFileError/tooLarge(path:size:limit:)``, or a ``SystemCallError``, also if there is something
  ///   other than a regular file: opening a pipe could block. A file in the place of a folder is an error as well.
  public func read(limit: Int = 1 << 28) throws -> Data? {
    let file = try resolved()
    if let contents = try file.read(limit: limit) { return contents.data }
    try layer.requireFolders(above: file.path)
    return nil
  }

  /// Replaces the contents of the file, or creates it with its missing folders.
  ///
  /// When it returns, the new contents are on the disk. If it throws, or the process ends before, the file has the old
  /// contents or the new ones, never a mixture. The owner, the group, the permissions, the access control list and the
  /// extended attributes of an existing file are kept where the system allows it; otherwise there is a
  /// ``DurableFileNotice``. A new file is readable for the user alone. One that the superuser creates in the folder of
  /// a user belongs to the user.
  ///
  /// The cost is that of two synchronizations with the disk, typically some milliseconds, and of a listing of the
  /// folder, because temporary files that a crash has left behind are removed.
  ///
  /// - Parameter data: The new contents.
  /// - Throws: A ``SystemCallError``, also if the file is write-protected; the old contents stay. Or
  ///   ``DurableFileError/lockTimeout(path:)`` if another process holds the lock for five seconds;
  ///   ``DurableFileError/notDurable(path:underlying:)`` if the new contents are in place;
  ///   ``DurableFileError/unknownOutcome(path:underlying:)`` if a server was lost during the write.
  public func write(_ data: Data) throws {
    try locked(isRequired: false) { _ in
      let file = try resolved()
      file.removeStale()
      try file.write(data)
    }
  }

  /// Renames the file, so that its contents are preserved and nothing is at its path.
  ///
  /// Use it for a file that the program can't decode. The new name is the old one with the suffix
  /// `.corrupt-20250131T235959Z-1`: the time in UTC and a number. The five newest files with such names are kept.
  ///
  /// - Parameter replacement: The contents of a new file at the path. It is written to the disk before the old file is
  ///   renamed; a later failure reverts the renaming.
  /// - Returns: The new location of the old file.
  /// - Throws: A ``SystemCallError``, also if there is no file; ``DurableFileError/lockTimeout(path:)``;
  ///   ``DurableFileError/notRestored(from:underlying:)`` if a renaming could not be reverted.
  @discardableResult
  public func quarantine(replacingWith replacement: Data? = nil) throws -> URL {
    try locked(isRequired: false) { _ in
      let file = try resolved()
      guard let replacement else { return URL(fileURLWithPath: try file.quarantine()) }
      file.removeStale()
      return URL(fileURLWithPath: try file.quarantine(replacingWith: replacement))
    }
  }

  /// Excludes all other users of the lock, in this process and in others, while a closure runs.
  ///
  /// ``write(_:)`` and ``quarantine(replacingWith:)`` take the lock themselves. Use this method for a change that
  /// depends on the old contents:
  ///
  /// ```swift
  /// try file.withLock { file in
  ///   let count = try file.read().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  ///   try file.write(Data("\(count + 1)".utf8))
  /// }
  /// ```
  ///
  /// The lock is advisory: programs without this library ignore it. It is a hidden file beside the protected one and
  /// must not be deleted. The system releases it when the process ends.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait for the lock.
  ///   - body: Runs with the lock held, on the calling thread. Its parameter is the same file, valid until `body`
  ///     returns. Using the original value inside would wait for the lock until the timeout.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, ``DurableFileError/lockTimeout(path:)``, or a ``SystemCallError``, also if the file
  ///   system has no locks.
  public func withLock<Result>(
    timeout: Duration = .seconds(5),
    _ body: (DurableFile) throws -> Result
  ) throws -> Result {
    try locked(isRequired: true, timeout: timeout, body)
  }

  /// Runs a closure with the lock held.
  ///
  /// - Parameter isRequired: Whether a file system without locks is an error.
  private func locked<Result>(
    isRequired: Bool,
    timeout: Duration = .seconds(5),
    _ body: (DurableFile) throws -> Result
  ) throws -> Result {
    if isLocked { return try body(self) }
    let lock = try FileLock(for: resolved()).acquire(isRequired: isRequired, deadline: .now + timeout)
    defer { lock.unlock() }
    return try body(DurableFile(url: url, layer: layer, isLocked: true))
  }

  /// The changes of the file by any program, this one included: an element whenever it may have been written, replaced,
  /// moved, created or deleted.
  ///
  /// Read the file after each element, because several changes may be one element, and an element may mean none. The
  /// targets of symbolic links on the path are watched as well, and so are folders that are created later and file
  /// systems that are mounted later. Changes that are made after the property has returned are noticed. When a folder
  /// above the file's own folder is renamed, there is no element, and the file is followed in the renamed folder.
  ///
  /// On Linux the system reports changes at once. Elsewhere, on servers and in user space (NFS, SMB, FUSE), and for
  /// folders that Linux can't watch, there are two elements a second, and a ``DurableFileNotice`` says so. All
  /// sequences of a program share one thread, which reads no file: one on a slow disk delays no other. Only while a
  /// folder begins to be watched does a server that doesn't answer delay them all.
  ///
  /// Some programs replace a file by removing and creating it. It is missing for some milliseconds then.
  public var changes: AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let subscription = watch { continuation.yield() }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }

  /// Calls a function whenever the file may have changed, on a thread that no task and no other file needs. Changes
  /// during a call are one more call.
  @_spi(Internals) public func watch(
    by watcher: FileWatcher? = nil,
    onEvent: @escaping @Sendable () -> Void
  ) -> FileSubscription {
    let watcher = watcher ?? FileWatcher.current ?? .shared
    return LinkedFileWatch(url.path, layer: layer, watcher: watcher, onEvent: onEvent).start()
  }
}
