@_spi(Internals) import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls of a simulated process on the disk of its machine.
///
/// Before each call, other processes may run, or the machine may crash. Once the process is dead, all calls fail and
/// change nothing.
final class SimulatedFiles: FileSystem, @unchecked Sendable {
  // @unchecked because all calls are made by the worker that has the turn.
  private let disk: Disk
  private let process: SimulatedProcess
  private let failure: (_ call: String) -> DiskFailure?
  let synchronizedFolders = FolderSet()

  /// - Parameter failure: Returns how a call fails; `nil` if it does not.
  init(_ disk: Disk, _ process: SimulatedProcess, failure: @escaping (_ call: String) -> DiskFailure?) {
    self.disk = disk
    self.process = process
    self.failure = failure
  }

  var user: UInt32 { DiskNode.user }
  private var owner: ObjectIdentifier { ObjectIdentifier(process) }

  /// Makes a system call.
  ///
  /// - Parameter body: The effect.
  /// - Returns: The result of the effect, or a negative error.
  private func make<Number: SignedInteger>(_ call: SystemCall.Name, _ path: String = "", _ body: () -> Number) -> Number
  {
    guard enter(call, path) else { return Number(-EIO) }
    guard let failure = failure(call.rawValue) else { return body() }
    if failure == .afterEffect { _ = body() }
    return Number(-EIO)
  }

  /// Enters a system call.
  ///
  /// - Returns: Whether the call may have an effect.
  private func enter(_ call: SystemCall.Name, _ path: String = "") -> Bool {
    SystemCallDoor.enter(call.rawValue, path, process, isSlow: call == .fsync)
  }

  /// Whether a full disk has no room for a call that often needs none.
  private var hasNoRoom: Bool {
    disk.isFull && process.scheduler.choices.choose(.failure, at: disk.place, below: 2, perMille: 300) > 0
  }

  /// Returns the result of a call on a path.
  private func at(_ path: String, in folder: Int32?, _ body: (Disk.Found) -> Int32) -> Int32 {
    var start: DiskNode?
    if let folder {
      guard let file = disk.file(folder) else { return -EBADF }
      start = file.node
    }
    switch disk.find(path, from: start) {
    case .success(let found): return body(found)
    case .failure(let code): return -code
    }
  }

  /// Returns the result of a call on an open file.
  private func on<Number: SignedInteger>(_ file: Int32, _ body: (Disk.OpenFile) -> Number) -> Number {
    guard let file = disk.file(file), file.owner == owner else { return Number(-EBADF) }
    return body(file)
  }

  func open(_ path: String, in folder: Int32?, _ flags: Int32, mode: UInt32) -> Int32 {
    guard enter(.open, path) else { return -EIO }
    let failure = failure(SystemCall.Name.open.rawValue)
    if failure == .withoutEffect { return -EIO }
    let file = at(path, in: folder) { found in
      let isWritable = flags & (O_WRONLY | O_RDWR) != 0
      if let node = found.node {
        if flags & O_CREAT != 0, flags & O_EXCL != 0 { return -EEXIST }
        if node.isFolder, isWritable { return -EISDIR }
        if !node.isFolder, flags & O_DIRECTORY != 0 { return -ENOTDIR }
        if flags & O_TRUNC != 0, !node.bytes.isEmpty { disk.change(node, .resize(0)) }
        return disk.insert(Disk.OpenFile(node, owner: owner, isWritable: isWritable))
      }
      guard flags & O_CREAT != 0 else { return -ENOENT }
      if hasNoRoom { return -ENOSPC }
      let node = disk.create(found, isFolder: false, permissions: mode & 0o777)
      return disk.insert(Disk.OpenFile(node, owner: owner, isWritable: isWritable))
    }
    guard failure != nil else { return file }
    _ = disk.close(file)
    return -EIO
  }

  /// Linux closes a file also if the call fails.
  func close(_ file: Int32) -> Int32 {
    guard enter(.close) else { return -EIO }
    let code = on(file) { _ in disk.close(file) ? 0 : -EBADF }
    return failure(SystemCall.Name.close.rawValue) == nil ? code : -EIO
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    make(.read) {
      on(file) { file in
        if file.node.isFolder { return Int(-EISDIR) }
        let rest = file.node.bytes.dropFirst(file.position).prefix(buffer.count)
        unsafe buffer.copyBytes(from: rest)
        file.position += rest.count
        return rest.count
      }
    }
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    make(.write) {
      on(file) { file in
        guard file.isWritable else { return Int(-EBADF) }
        var count = bytes.count
        if disk.isFull {
          count = count * process.scheduler.choices.choose(.failure, at: disk.place, below: 4, perMille: 500) / 4
          if count == 0 { return Int(-ENOSPC) }
        }
        unsafe disk.change(file.node, .write(offset: file.position, bytes: [UInt8](bytes.prefix(count))))
        file.position += count
        return count
      }
    }
  }

  func rewind(_ file: Int32) { disk.file(file)?.position = 0 }

  func synchronize(_ file: Int32) -> Int32 {
    guard enter(.fsync) else { return -EIO }
    let failure = failure(SystemCall.Name.fsync.rawValue)
    return on(file) { file in
      guard failure != nil || !file.node.isFolder && hasNoRoom else {
        file.node.synchronize()
        return 0
      }
      let choices = (0..<2).map { _ in
        Int32(process.scheduler.choices.choose(.failure, at: disk.place, below: 16, perMille: 900))
      }
      file.node.failToSynchronize(DiskSurvival(mode: 1 + Int(choices[0]) % 4, part: Int(choices[1])))
      return failure == nil ? -ENOSPC : -EIO
    }
  }

  func allocate(_ file: Int32, size: Int) -> Int32 {
    make(.allocate) {
      on(file) { file in
        guard size > file.node.bytes.count else { return 0 }
        if disk.isFull { return -ENOSPC }
        disk.change(file.node, .resize(size))
        return 0
      }
    }
  }

  func truncate(_ file: Int32, size: Int) -> Int32 {
    make(.truncate) {
      on(file) { file in
        disk.change(file.node, .resize(size))
        return 0
      }
    }
  }

  func rename(_ old: String, _ new: String, in folder: Int32?) -> Int32 {
    make(.rename, new) {
      at(old, in: folder) { source in
        guard let node = source.node else { return -ENOENT }
        return at(new, in: folder) { target in
          if let replaced = target.node {
            if replaced === node { return 0 }
            if replaced.isFolder != node.isFolder { return replaced.isFolder ? -EISDIR : -ENOTDIR }
            if replaced.isFolder, !replaced.entries.isEmpty { return -ENOTEMPTY }
          } else if hasNoRoom {
            return -ENOSPC
          }
          target.node?.links -= 1
          let added = (target.name, node.number)
          if source.folder === target.folder {
            disk.change(source.folder, DiskNode.EntryChange(removed: [source.name], added: added))
          } else {
            disk.change(target.folder, DiskNode.EntryChange(added: added))
            disk.change(source.folder, DiskNode.EntryChange(removed: [source.name]))
          }
          disk.touch(node)
          return 0
        }
      }
    }
  }

  func unlink(_ path: String, in folder: Int32?) -> Int32 {
    make(.unlink, path) {
      at(path, in: folder) { found in
        guard let node = found.node else { return -ENOENT }
        if node.isFolder { return -EISDIR }
        node.links -= 1
        disk.change(found.folder, DiskNode.EntryChange(removed: [found.name]))
        return 0
      }
    }
  }

  func makeFolder(_ path: String, mode: UInt32) -> Int32 {
    make(.mkdir, path) {
      at(path, in: nil) { found in
        if found.node != nil { return -EEXIST }
        if hasNoRoom { return -ENOSPC }
        _ = disk.create(found, isFolder: true, permissions: mode & 0o777)
        return 0
      }
    }
  }

  func setPermissions(_ file: Int32, _ permissions: UInt32) -> Int32 {
    make(.chmod) {
      on(file) { file in
        file.node.permissions = permissions & 0o777
        disk.touch(file.node)
        return 0
      }
    }
  }

  func setOwner(_ file: Int32, owner: UInt32, group: UInt32) -> Int32 {
    make(.chown) {
      on(file) { file in (owner == .max || owner == file.node.owner) && group == file.node.group ? 0 : -EPERM }
    }
  }

  func readStamp(_ path: String, followingLinks: Bool, into stamp: inout FileStamp?) -> Int32 {
    var result: FileStamp?
    let code: Int32 = make(.stat, path) {
      at(path, in: nil) { found in
        guard let node = found.node else { return -ENOENT }
        result = self.stamp(node)
        return 0
      }
    }
    stamp = code < 0 ? nil : result
    return code
  }

  func readStamp(of file: Int32, into stamp: inout FileStamp?) -> Int32 {
    var result: FileStamp?
    let code: Int32 = make(.stat) {
      on(file) { file in
        result = self.stamp(file.node)
        return 0
      }
    }
    stamp = code < 0 ? nil : result
    return code
  }

  private func stamp(_ node: DiskNode) -> FileStamp {
    FileStamp(
      inode: node.number,
      size: node.bytes.count,
      mode: node.mode,
      owner: node.owner,
      group: node.group,
      links: node.links,
      change: node.change,
      now: disk.clock()
    )
  }

  func checkWriteAccess(_ path: String) -> Int32 {
    make(.access, path) {
      at(path, in: nil) { found in
        guard let node = found.node else { return -ENOENT }
        return node.permissions & 0o200 == 0 ? -EACCES : 0
      }
    }
  }

  func tryLock(_ file: Int32, exclusive: Bool) -> Int32 {
    guard enter(.lock) else { return -EIO }
    return on(file) { file in disk.lock(file, exclusive: exclusive) ? 0 : -EWOULDBLOCK }
  }

  func unlock(_ file: Int32) {
    if SystemCallDoor.enter("unlock", "", process) { disk.file(file)?.isLockExclusive = nil }
  }

  func entries(_ path: String) throws -> [String] {
    var names: [String] = []
    let code: Int32 = make(.list, path) {
      at(path, in: nil) { found in
        guard let node = found.node else { return -ENOENT }
        guard node.isFolder else { return -ENOTDIR }
        names = node.entries.keys.sorted()
        return 0
      }
    }
    if code < 0 { throw SystemCallError(call: .list, path: path, code: -code) }
    return names
  }

  func target(ofLink path: String) throws -> String {
    throw SystemCallError(call: .link, path: path, code: EINVAL)
  }

  func listAttributes(_ path: String, into buffer: inout [UInt8]) -> Int { Int(-ENOTSUP) }
  func readAttribute(_ name: String, _ path: String, into buffer: inout [UInt8]) -> Int { Int(-ENOTSUP) }
  func attributeSize(_ name: String, _ file: Int32) -> Int { Int(-ENOTSUP) }
  func setAttribute(_ name: String, _ value: Data?, _ file: Int32) -> Int32 { -ENOTSUP }

  func isMountPoint(_ path: String) -> Bool { false }
  func withoutLinks(_ url: URL) -> URL { url }

  func perform(_ work: @escaping @Sendable () -> Void) {
    Task.detached(name: "work for the disk", executorPreference: process) { work() }
  }
}

/// A failure of a system call on a disk.
enum DiskFailure {
  case withoutEffect, afterEffect
}
