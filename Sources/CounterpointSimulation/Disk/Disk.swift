public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The disk of a simulated machine.
///
/// Programs see all changes at once. A power failure keeps the bytes of files that were synchronized (`fsync`), and the
/// entries of folders that were. Of the other changes the seed decides: all, none, the first ones, a torn write, or a
/// gap between two writes. A killed process loses nothing.
///
/// It has room for everything, unless it is full, and works, unless ``Fault/failingDisk(_:oneIn:)`` lets it fail. There
/// is one user, no symbolic link, and no file system without locks.
public final class Disk: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn, and after the simulation.

  /// An open file or folder.
  final class OpenFile {
    let node: DiskNode
    /// The process that has opened it.
    let owner: ObjectIdentifier
    let isWritable: Bool
    var position = 0
    /// The lock of this descriptor: shared or exclusive.
    var isLockExclusive: Bool?

    init(_ node: DiskNode, owner: ObjectIdentifier, isWritable: Bool) {
      self.node = node
      self.owner = owner
      self.isWritable = isWritable
    }
  }

  private struct Watcher {
    let owner: ObjectIdentifier
    let notify: (_ entry: String, _ folder: UInt64) -> Void
  }

  /// The name of the machine that the disk belongs to.
  public let name: String
  /// Whether the disk is full. ``Fault/fullDisk(_:every:)`` sets it, and a story may.
  public var isFull = false
  /// The number of times that a fault has filled it.
  var lastFull = 0
  let place: ChoicePlace

  private(set) var nodes: [UInt64: DiskNode] = [:]
  private var lastNode: UInt64 = 1
  private var open: [Int32: OpenFile] = [:]
  private var lastFile: Int32 = 2
  /// Notified of changed entries, in the order in which their processes have started.
  private var watchers: [Watcher] = []
  /// The current time, in nanoseconds since 1970.
  var clock: () -> Int64 = { 0 }

  private var root: DiskNode { nodes[1]! }

  init(_ name: String) {
    self.name = name
    place = ChoicePlace(name)
    let root = DiskNode(number: 1, isFolder: true, permissions: 0o755, change: 0)
    root.links = 1
    nodes[1] = root
  }

  // MARK: For stories

  /// Returns the contents of a file as a program would read them now; `nil` if there is no file.
  ///
  /// - Parameter path: The absolute path.
  public func contents(of path: String) -> Data? {
    guard case .success(let found) = find(path, from: root), let node = found.node, !node.isFolder else { return nil }
    return Data(node.bytes)
  }

  /// The absolute paths of all files, sorted.
  public var files: [String] {
    var result: [String] = []
    func visit(_ folder: DiskNode, _ path: String) {
      for (name, number) in folder.entries {
        guard let node = nodes[number] else { continue }
        if node.isFolder { visit(node, "\(path)/\(name)") } else { result.append("\(path)/\(name)") }
      }
    }
    visit(root, "")
    return result.sorted()
  }

  /// Writes all files into a real folder.
  ///
  /// - Parameter folder: The folder, which stands for the root of this disk. It is created if it does not exist.
  public func export(to folder: URL) throws {
    for path in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try contents(of: path)?.write(to: file)
    }
  }

  // MARK: Paths

  /// The result of following a path: the last folder on it, the name there, and its node if there is one.
  struct Found {
    let folder: DiskNode
    let name: String
    let node: DiskNode?
  }

  enum Lookup {
    case success(Found)
    case failure(Int32)
  }

  func find(_ path: String, from start: DiskNode?) -> Lookup {
    var folder = path.hasPrefix("/") ? root : start ?? root
    var names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    guard let last = names.popLast() else { return .success(Found(folder: folder, name: "", node: folder)) }
    for name in names {
      guard let number = folder.entries[name], let next = nodes[number] else { return .failure(ENOENT) }
      guard next.isFolder else { return .failure(ENOTDIR) }
      folder = next
    }
    if last.utf8.count > 255 { return .failure(ENAMETOOLONG) }
    return .success(Found(folder: folder, name: last, node: folder.entries[last].flatMap { nodes[$0] }))
  }

  // MARK: Changes

  /// File systems have clocks with coarse steps, so two changes may have the same time.
  private var time: Int64 { clock() / 4_000_000 * 4_000_000 }

  func create(_ found: Found, isFolder: Bool, permissions: UInt32) -> DiskNode {
    lastNode += 1
    let node = DiskNode(number: lastNode, isFolder: isFolder, permissions: permissions, change: time)
    node.links = 1
    nodes[node.number] = node
    change(found.folder, DiskNode.EntryChange(added: (found.name, node.number)))
    return node
  }

  func change(_ folder: DiskNode, _ change: DiskNode.EntryChange) {
    folder.apply(change)
    folder.change = time
    for name in change.removed + (change.added.map { [$0.name] } ?? []) { notify(name, folder) }
  }

  func change(_ node: DiskNode, _ change: DiskNode.FileChange) {
    node.apply(change)
    node.change = time
  }

  /// Records a change of the metadata.
  func touch(_ node: DiskNode) { node.change = time }

  private func notify(_ name: String, _ folder: DiskNode) {
    for watcher in watchers { watcher.notify(name, folder.number) }
  }

  /// Calls a function for each entry that changes, until the process ends.
  func watch(by owner: ObjectIdentifier, notify: @escaping (_ entry: String, _ folder: UInt64) -> Void) {
    watchers.append(Watcher(owner: owner, notify: notify))
  }

  // MARK: Open files

  func insert(_ file: OpenFile) -> Int32 {
    lastFile += 1
    open[lastFile] = file
    return lastFile
  }

  func file(_ descriptor: Int32) -> OpenFile? { open[descriptor] }

  func close(_ descriptor: Int32) -> Bool { open.removeValue(forKey: descriptor) != nil }

  /// Closes all files of a process, which releases its locks.
  func closeAll(of owner: ObjectIdentifier) {
    open = open.filter { $0.value.owner != owner }
    watchers.removeAll { $0.owner == owner }
  }

  /// Locks a file unless another descriptor has a lock that excludes it.
  func lock(_ file: OpenFile, exclusive: Bool) -> Bool {
    let isTaken = open.values.contains { other in
      guard other !== file, other.node === file.node, let isExclusive = other.isLockExclusive else { return false }
      return isExclusive || exclusive
    }
    if !isTaken { file.isLockExclusive = exclusive }
    return !isTaken
  }

  // MARK: Power

  /// Returns to what is durable, with the changes that survive.
  ///
  /// - Parameter choose: Chooses a number below a limit for a file or a folder.
  func losePower(choose: (_ node: UInt64, _ limit: Int) -> Int) {
    open = [:]
    watchers = []
    for number in nodes.keys.sorted() {
      guard let node = nodes[number], !node.isSynced else { continue }
      let mode = choose(number, 5)
      node.losePower(DiskSurvival(mode: mode, part: mode < 2 ? 0 : choose(number, 16)))
    }
    removeUnreachable()
  }

  /// Removes the files without a name, and counts the names of the others.
  private func removeUnreachable() {
    for node in nodes.values { node.links = 0 }
    func visit(_ folder: DiskNode) {
      for number in folder.entries.values {
        guard let node = nodes[number] else { continue }
        node.links += 1
        if node.isFolder, node.links == 1 { visit(node) }
      }
    }
    root.links = 1
    visit(root)
    nodes = nodes.filter { $0.value.links > 0 }
  }
}
