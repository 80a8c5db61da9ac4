import DependencyInjection
@_spi(Internals) import DurableFiles
import StateSharing

/// Runs an operation with the real file system, whose calls a test can fail.
///
/// - Parameter isWatched: Whether files are read again when they may have changed. Any mount, and each event in the
///   folder, can cause that at any time.
func withDisk<Result>(
  clock: (any Clock<Duration>)? = nil,
  limit: Int = 1 << 28,
  grace: (duration: Duration, clock: any Clock<Duration>)? = nil,
  layer: FileLayer = FileLayer(),
  isWatched: Bool = true,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies {
    $0.defaultFileStorage = .disk(
      layer: layer,
      clock: clock,
      limit: limit,
      grace: grace,
      watcher: isWatched ? .shared : .silent
    )
  } operation: {
    try await operation()
  }
}

extension FileWatcher {
  /// A watcher without events.
  fileprivate static let silent = FileWatcher(SilentFolders())
}

private struct SilentFolders: FolderEvents {
  func watch(_ folder: String) -> Int32 { 1 }
  func unwatch(_ number: Int32) {}
}
