@_spi(Internals) import CounterpointSupport
import Foundation

/// A file with the steps of a test that is running, which is left if the process stops.
///
/// A trap in a feature ends the process without a failure, and so without the steps that led to it. The steps are
/// therefore written before they are run, and the file is removed when the test has ended. It is in the temporary
/// folder, and is named after the call: `explore-SearchTests.swift-25-3F9A0C11.steps.txt`.
///
/// A file that can't be written is no failure. Safe to use from any thread.
final class StepsFile: Sendable {
  private struct Contents {
    var handle: FileHandle?
    var length = 0
    var isRemoved = false
  }

  private let url: URL
  /// The call, as in "'explore' at AppTests/SearchTests.swift:25".
  let call: String
  private let contents = Locked(Contents())

  /// - Parameters:
  ///   - function: The function that runs the steps.
  ///   - location: Its call.
  init(of function: String, at location: SourceLocation) {
    let file = "\(location.fileID)".split(separator: "/").last ?? ""
    let name = "\(function)-\(file)-\(location.line)-\(UUID().uuidString.prefix(8)).steps.txt"
    url = FileManager.default.temporaryDirectory.appending(path: name)
    call = "'\(function)' at \(location.fileID):\(location.line)"
  }

  /// Replaces the contents. Creates the file before the first call.
  func write(_ text: String) {
    let data = Data(text.utf8)
    contents.withLock { contents in
      guard !contents.isRemoved else { return }
      if contents.handle == nil {
        // Another user's link of the same name would lead elsewhere.
        guard (try? Data().write(to: url, options: .withoutOverwriting)) != nil else { return }
        contents.handle = try? FileHandle(forWritingTo: url)
      }
      guard let handle = contents.handle, (try? handle.seek(toOffset: 0)) != nil else { return }
      try? handle.write(contentsOf: data)
      if data.count < contents.length { try? handle.truncate(atOffset: UInt64(data.count)) }
      contents.length = data.count
    }
  }

  /// Removes the file, because the test has ended.
  func remove() {
    contents.withLock { contents in
      contents.isRemoved = true
      guard let handle = contents.handle else { return }
      try? handle.close()
      contents.handle = nil
      try? FileManager.default.removeItem(at: url)
    }
  }
}
