public import Foundation

/// A folder that is removed when the test is over.
public final class TemporaryPlace {
  /// The folder.
  public let url: URL

  /// Makes a folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "counterpoint-example-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String { url.appending(component: name).path }
}
