import DependencyInjection
import Foundation
import CounterpointSupport
import StateSharing

/// A temporary folder of a test, which is removed at its end.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("state-sharing-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "value.json") -> URL { url.appendingPathComponent(name) }

  /// The files in the folder, except locks and temporary files.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The files in the folder that begin with a dot, except locks.
  var temporaryNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
      .filter { $0.hasPrefix(".") && !$0.hasSuffix(".lock") }
  }

  func text(_ name: String = "value.json") -> String? { try? String(contentsOf: file(name), encoding: .utf8) }
}

/// Runs an operation with the real file system, whose calls a test can fail.
func withDisk<Result>(
  clock: (any Clock<Duration>)? = nil,
  limit: Int = 1 << 28,
  layer: FileLayer = FileLayer(),
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies {
    $0.defaultFileStorage = .disk(layer: layer, clock: clock, limit: limit)
  } operation: {
    try await operation()
  }
}

/// Returns the first value that satisfies a condition.
func first<Value: Sendable>(
  of values: SharedValues<Value>,
  where isWanted: (Value) -> Bool
) async -> Value? {
  for await value in values where isWanted(value) { return value }
  return nil
}
