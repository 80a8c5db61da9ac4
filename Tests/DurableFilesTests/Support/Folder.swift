@_spi(Internals) import DurableFiles
import Foundation

/// A temporary folder of a test, which is removed at its end.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("durable-files-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func callAsFunction(_ name: String = "value") -> URL { url.appendingPathComponent(name) }

  func file(_ name: String = "value", layer: FileLayer = FileLayer()) -> DurableFile {
    DurableFile(self(name), layer: layer)
  }

  /// The paths of all files and folders, except locks.
  var names: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []).filter { !$0.hasSuffix(".lock") }.sorted()
  }

  /// The paths of the quarantined files.
  var quarantined: [String] { names.filter { $0.contains(".corrupt-") } }

  func text(_ name: String = "value") -> String? {
    (try? Data(contentsOf: self(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file as a program without the library does.
  func put(_ text: String, _ name: String = "value") throws {
    try Data(text.utf8).write(to: self(name))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: self(name), withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name).path, withDestinationPath: target)
  }

  func permissions(_ name: String = "value") throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self(name).path)[.posixPermissions] as? Int
  }
}
