import CounterpointRecording
public import Foundation

/// Records the run of a counterexample.
///
/// The exploration creates it only after it has found a failure, so no other run is recorded.
struct ExploredRecording {
  /// The recorder; `nil` if the temporary folder can't be written.
  let recorder: Recorder?
  private let file: URL

  init() {
    file = FileManager.default.temporaryDirectory.appending(path: "explored-\(UUID().uuidString).recording.jsonl")
    // A recording has one file up to its limit divided by the number of segments.
    recorder = try? Recorder(at: file, limit: 1 << 33)
  }

  /// Removes the temporary file, and returns its contents.
  func take() -> Data? {
    recorder?.flush()
    defer { try? FileManager.default.removeItem(at: file) }
    return recorder == nil ? nil : try? Data(contentsOf: file)
  }
}

extension Counterexample {
  /// Writes the steps as a recording, which `Replay` plays and `expectReplays` keeps as a test.
  ///
  /// Unlike ``test``, the recording contains the answers of the dependencies as actions. If the state or the actions of
  /// the feature are not `Codable`, they are recorded as text, and can't be replayed.
  ///
  /// - Parameter file: The file, which is overwritten. Its name should end with `.recording.jsonl`.
  /// - Throws: The error of the file system.
  public func write(to file: URL) throws {
    guard let recording else { throw CocoaError(.fileWriteUnknown) }
    try recording.write(to: file)
  }
}
