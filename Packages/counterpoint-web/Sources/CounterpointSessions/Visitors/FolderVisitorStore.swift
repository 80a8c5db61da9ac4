import CounterpointHTML
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
public import Foundation
import IssueReporting

/// A store of visitors in a folder: a file for each visitor. Visitors survive the restart of a process.
///
/// One process at a time uses the folder, and holds a lock on it until its end. Its successor is refused with
/// ``VisitorStoreError/folderInUse(_:)`` until then. Use a local file system, because the lock may not work on a
/// network's.
///
/// Each file is replaced atomically and synchronized with the disk. Only the process's user can read it.
public final class FolderVisitorStore: VisitorStore {
  private struct State {
    var held: FileLock.Held?
    var isClosed = false
    /// Greater than the revisions of an earlier process, because its start is earlier.
    var revision = Int64(Date().timeIntervalSince1970 * 1000)
    var owned: [String: Int64] = [:]
    /// Whether a failed removal of expired files was reported.
    var hasReported = false
  }

  private let folder: String
  private let state = Locked(State())
  private let layer = FileLayer(on: CurrentFileSystem.value)
  private static let suffix = ".visitor"
  /// The maximum size of a file, in bytes.
  private static let sizeLimit = 64 << 20

  /// Creates a store. Creates the folder with the first visitor.
  ///
  /// - Parameter folder: The folder. It should contain nothing else.
  public init(_ folder: URL) {
    self.folder = folder.path
  }

  deinit { state.withLock { $0.held?.unlock() } }

  /// Acquires the lease of a visitor.
  ///
  /// - Throws: ``VisitorStoreError/folderInUse(_:)``, or the error of the file system.
  public func acquire(
    _ visitor: String,
    whenRevoked: @escaping @Sendable () -> Void
  ) async throws -> (lease: VisitorLease, snapshot: Data?) {
    try await run { [self] in
      let revision = try state.withLock { state in
        try lock(&state)
        guard state.owned[visitor] == nil else { throw VisitorStoreError.busy }
        state.revision += 1
        state.owned[visitor] = state.revision
        return state.revision
      }
      do {
        return (VisitorLease(visitor: visitor, revision: revision), try read(visitor))
      } catch {
        state.withLock { $0.owned[visitor] = nil }
        throw error
      }
    }
  }

  /// Returns whether a visitor has a snapshot or an owner.
  public func contains(_ visitor: String) async throws -> Bool {
    if state.withLock({ $0.owned[visitor] != nil }) { return true }
    return try await run { [self] in try layer.stamp(path(visitor)) != nil }
  }

  /// Returns whether a lease is valid.
  public func isHeld(_ lease: VisitorLease) -> Bool {
    state.withLock { $0.held != nil && $0.owned[lease.visitor] == lease.revision }
  }

  /// Replaces the file of a visitor.
  ///
  /// - Throws: An error for a snapshot of more than 64 MiB, which could not be read again.
  public func write(_ snapshot: Data, under lease: VisitorLease, keepFor lifetime: Duration) async throws {
    try await run { [self] in
      guard isHeld(lease) else { throw VisitorStoreError.leaseLost }
      let expires = Date().addingTimeInterval(lifetime / .seconds(1))
      // The first line is the time at which the file is of no use any more.
      let contents = Data("\(Int(expires.timeIntervalSince1970.rounded(.up)))\n".utf8) + snapshot
      let file = path(lease.visitor)
      guard contents.count <= Self.sizeLimit else {
        throw DurableFileError.tooLarge(path: file, size: contents.count, limit: Self.sizeLimit)
      }
      try ResolvedFile(file, layer: layer).write(contents)
    }
  }

  /// Releases a lease.
  public func release(_ lease: VisitorLease, removesSnapshot: Bool) async throws {
    try await run { [self] in
      guard isHeld(lease) else { return }
      defer { state.withLock { $0.owned[lease.visitor] = nil } }
      if removesSnapshot, try layer.stamp(path(lease.visitor)) != nil { try layer.unlink(path(lease.visitor)) }
    }
  }

  /// Removes expired files every minute, until the task is canceled.
  public func run() async {
    repeat {
      do {
        try await run { [self] in try removeExpired() }
      } catch {
        reportOnce(error)
      }
    } while (try? await Task.sleep(for: .seconds(60))) != nil
  }

  /// Ends all leases, and releases the folder for the next process.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.held?.unlock()
      state.held = nil
      state.owned = [:]
    }
  }

  // MARK: Files

  private func path(_ visitor: String) -> String { "\(folder)/\(visitor)\(Self.suffix)" }

  private func lock(_ state: inout State) throws {
    guard !state.isClosed else { throw VisitorStoreError.closed }
    guard state.held == nil else { return }
    let lock = FileLock(for: try ResolvedFile("\(folder)/visitors", layer: layer))
    do {
      state.held = try lock.acquire(deadline: .now)
    } catch DurableFileError.lockTimeout {
      throw VisitorStoreError.folderInUse(folder)
    }
  }

  private func read(_ visitor: String) throws -> Data? {
    guard let data = try ResolvedFile(path(visitor), layer: layer).read(limit: Self.sizeLimit)?.data,
      let expires = expiration(data), expires > Date()
    else { return nil }
    return Data(data.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }

  private func expiration(_ data: Data) -> Date? {
    Int(String(decoding: data.prefix(20).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
      .map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  /// Removes all expired files that can be read.
  ///
  /// - Throws: The first error, after all files were tried.
  private func removeExpired() throws {
    guard state.withLock({ $0.held != nil }) else { return }
    var failure: (any Error)?
    for name in try layer.list(folder) where name.hasBytes(suffix: Self.suffix) {
      do {
        try removeIfExpired(String(name.dropLast(Self.suffix.count)))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func removeIfExpired(_ visitor: String) throws {
    guard state.withLock({ $0.owned[visitor] == nil }), try read(visitor) == nil else { return }
    let file = path(visitor)
    try state.withLock { state in
      // Checked under the lock, because a request may have acquired the visitor since, and may have removed its file.
      guard state.owned[visitor] == nil, try layer.stamp(file, followingLinks: false) != nil else { return }
      try layer.unlink(file)
    }
  }

  private func reportOnce(_ error: any Error) {
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    guard isFirst else { return }
    reportIssue("The folder '\(folder)' of visitors can't be cleaned completely: \(error)")
  }

  /// Runs file operations on a thread that may block.
  private func run<Result: Sendable>(_ operation: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      layer.perform { continuation.resume(with: Swift.Result { try operation() }) }
    }
  }
}
