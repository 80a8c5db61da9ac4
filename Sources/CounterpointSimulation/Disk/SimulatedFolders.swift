@_spi(Internals) import DurableFiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The notifications of changes in the folders of a simulated disk, for one process. They come after a delay.
final class SimulatedFolders: FolderEvents, @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn.
  private let disk: Disk
  private let process: SimulatedProcess
  private var watched: Set<UInt64> = []
  private weak var watcher: FileWatcher?

  private init(_ disk: Disk, _ process: SimulatedProcess) {
    self.disk = disk
    self.process = process
  }

  /// Returns the watcher of a process.
  static func watcher(_ disk: Disk, _ process: SimulatedProcess) -> FileWatcher {
    let folders = SimulatedFolders(disk, process)
    let watcher = FileWatcher(folders) { _ in }
    folders.watcher = watcher
    // Retained by the watcher.
    disk.watch(by: ObjectIdentifier(process)) { [weak folders] name, folder in folders?.notify(name, folder) }
    return watcher
  }

  func watch(_ folder: String) -> Int32 {
    // An error would start a thread that polls.
    guard SystemCallDoor.enter("watch", folder, process) else { return 1 }
    switch disk.find(folder, from: nil) {
    case .failure(let code): return -code
    case .success(let found):
      guard let node = found.node else { return -ENOENT }
      guard node.isFolder else { return -ENOTDIR }
      watched.insert(node.number)
      return Int32(truncatingIfNeeded: node.number)
    }
  }

  func unwatch(_ number: Int32) { watched.remove(UInt64(number)) }

  private func notify(_ name: String, _ folder: UInt64) {
    guard watched.contains(folder), let watcher else { return }
    let scheduler = process.scheduler
    scheduler.note(process, 19, Bits.number(of: name), folder, text: "will be told of a change of \(name)")
    let delay = Int64(1 + scheduler.choices.choose(.delay, at: process.place, below: 32, perMille: 300)) * 200_000
    scheduler.after(delay, of: process) {
      if scheduler.isOver { return }
      watcher.reportChange(of: name, in: Int32(truncatingIfNeeded: folder))
    }
  }
}
