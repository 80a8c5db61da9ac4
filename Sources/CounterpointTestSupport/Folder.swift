public import Foundation

/// A temporary folder of a test, which is removed at its end.
public final class Folder: Sendable {
  /// The folder.
  public let url = FileManager.default.temporaryDirectory.appendingPathComponent("counterpoint-\(UUID())")

  /// Creates the folder.
  public init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of a file in the folder.
  public func file(_ name: String = "value.json") -> URL { url.appendingPathComponent(name) }

  /// The files in the folder, except locks and temporary files.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The files in the folder that begin with a dot, except locks.
  public var temporaryNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [])
      .filter { $0.hasPrefix(".") && !$0.hasSuffix(".lock") }
  }

  /// Returns the contents of a file in the folder; `nil` if it can't be read.
  public func text(_ name: String = "value.json") -> String? { try? String(contentsOf: file(name), encoding: .utf8) }
}

/// Returns the first value that satisfies a condition.
public func first<Values: AsyncSequence>(
  of values: Values,
  where isWanted: (Values.Element) -> Bool
) async -> Values.Element? where Values.Failure == Never {
  for await value in values where isWanted(value) { return value }
  return nil
}
