import Foundation
import Testing

/// A folder of a test's own, which is gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "primetime-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ bytes: Data, to name: String) throws {
    try #require(FileManager.default.createFile(atPath: self(name), contents: bytes))
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self(name))) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// The names of everything in the folder except locks, in order.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }
}
