#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file or a folder of a simulated disk: its state for programs, and what of it would survive a power failure.
final class DiskNode {
  /// A change of a file's bytes that is not synchronized yet.
  enum FileChange {
    case write(offset: Int, bytes: [UInt8])
    case resize(Int)
  }

  /// A change of a folder's entries that is not synchronized yet. A renaming within a folder is one change.
  struct EntryChange {
    var removed: [String] = []
    var added: (name: String, node: UInt64)?
  }

  let number: UInt64
  let isFolder: Bool
  var permissions: UInt32
  var owner: UInt32 = DiskNode.user
  var group: UInt32 = DiskNode.user
  /// The number of names.
  var links: UInt64 = 0
  /// The time of the last change, in nanoseconds since 1970.
  var change: Int64

  /// The bytes that programs read.
  private(set) var bytes: [UInt8] = []
  private var syncedBytes: [UInt8] = []
  private(set) var fileChanges: [FileChange] = []
  /// Whether a failed synchronization has lost changes that programs read.
  private var hasLostChanges = false

  /// The entries that programs see.
  private(set) var entries: [String: UInt64] = [:]
  private var syncedEntries: [String: UInt64] = [:]
  private(set) var entryChanges: [EntryChange] = []

  /// The user of all simulated processes.
  static let user: UInt32 = 1_000

  init(number: UInt64, isFolder: Bool, permissions: UInt32, change: Int64) {
    self.number = number
    self.isFolder = isFolder
    self.permissions = permissions
    self.change = change
  }

  var mode: UInt32 { UInt32(isFolder ? S_IFDIR : S_IFREG) | permissions }
  var isSynced: Bool { fileChanges.isEmpty && entryChanges.isEmpty && !hasLostChanges }

  func apply(_ change: FileChange) {
    Self.apply(change, to: &bytes)
    fileChanges.append(change)
  }

  func apply(_ change: EntryChange) {
    Self.apply(change, to: &entries)
    entryChanges.append(change)
  }

  private static func apply(_ change: FileChange, to bytes: inout [UInt8]) {
    switch change {
    case .write(let offset, let new):
      let end = offset + new.count
      // A file system writes zeros into a hole.
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: new)
    case .resize(let size):
      if size < bytes.count {
        bytes.removeLast(bytes.count - size)
      } else {
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
      }
    }
  }

  private static func apply(_ change: EntryChange, to entries: inout [String: UInt64]) {
    for name in change.removed { entries[name] = nil }
    if let added = change.added { entries[added.name] = added.node }
  }

  /// Makes all changes durable.
  func synchronize() {
    if hasLostChanges {
      for change in fileChanges { Self.apply(change, to: &syncedBytes) }
    } else {
      syncedBytes = bytes
    }
    fileChanges = []
    syncedEntries = entries
    entryChanges = []
  }

  /// Makes some of a file's changes durable, and forgets to make the others so. The journal keeps those of a folder.
  ///
  /// - Parameter survival: Decides about the changes.
  func failToSynchronize(_ survival: DiskSurvival) {
    if fileChanges.isEmpty { return }
    for change in survival.survivors(of: fileChanges) { Self.apply(change, to: &syncedBytes) }
    fileChanges = []
    hasLostChanges = true
  }

  /// Returns to the durable state, with some of the other changes.
  ///
  /// - Parameter survival: Decides about the changes of this node.
  func losePower(_ survival: DiskSurvival) {
    for change in survival.survivors(of: fileChanges) { Self.apply(change, to: &syncedBytes) }
    // A journal keeps the order of the changes of a folder.
    for change in entryChanges.prefix(survival.prefix(of: entryChanges.count)) {
      Self.apply(change, to: &syncedEntries)
    }
    bytes = syncedBytes
    entries = syncedEntries
    (fileChanges, entryChanges) = ([], [])
    hasLostChanges = false
  }
}

/// The part of the changes of a file or a folder that reaches the disk before a power failure.
struct DiskSurvival {
  /// 0: all. 1: none. 2 and 3: the first ones, of which the last is torn. 4: all but some.
  let mode: Int
  /// Decides about the part, from 0 to 15.
  let part: Int

  func prefix(of count: Int) -> Int {
    switch mode {
    case 0: count
    case 1: 0
    default: count * part / 16
    }
  }

  func survivors(of changes: [DiskNode.FileChange]) -> [DiskNode.FileChange] {
    switch mode {
    case 0: return changes
    case 1: return []
    case 4: return changes.enumerated().filter { (part >> ($0.offset % 4)) & 1 == 0 }.map(\.element)
    default:
      let count = changes.count * part / 16
      var result = Array(changes.prefix(count))
      if count < changes.count, case .write(let offset, let bytes) = changes[count], !bytes.isEmpty {
        // Disks write whole sectors, but a sector of a file system may be smaller than one of a program.
        result.append(.write(offset: offset, bytes: Array(bytes.prefix(bytes.count * ((part * 7 + 3) % 16) / 16))))
      }
      return result
    }
  }
}
