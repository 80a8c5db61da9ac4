public import CounterpointCore
public import CounterpointRecording
@_spi(Internals) import CounterpointSupport
public import DependencyInjection
import Foundation

/// Replays all recordings of a folder with today's code, and fails the test for each that the code does not repeat.
///
/// ```swift
/// @Test func recordedSessionsStillReplay() {
///   expectReplays("Recordings") { SignUp() }
/// }
/// ```
///
/// The recordings are the files whose names end with `.jsonl`. A recording of a user, or of a `--record` session,
/// becomes a test when its file is put there. The failure contains the action, the fields that differ and both values.
/// If the new behavior is right, pass `record: true` once; if only a name has changed, pass a migration.
///
/// - Parameters:
///   - folder: The path of the folder, relative to the folder of the test's file. It is a failure if it contains no
///     recording.
///   - migrations: Rewrite the actions and states of older code.
///   - redaction: The redaction of the recorder.
///   - record: Whether to rewrite the files that today's code does not repeat: it reduces their actions again. The test
///     still fails, so that the argument is removed afterward. Actions that a reducer has sent stay as recorded.
///   - reducer: Creates the feature, once for each recording.
///   - prepare: Overrides dependencies that the reducer reads and that are not recorded.
public func expectReplays<R: Reducer>(
  _ folder: String,
  migrations: [Migration] = [],
  redacting redaction: Redaction = Redaction(),
  record: Bool = false,
  reducer: () -> R,
  withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in },
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) where R.Action: Decodable {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let url = URL(filePath: "\(filePath)").deletingLastPathComponent().appending(path: folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  let recordings = names.filter { $0.hasSuffix(".jsonl") }.sorted()
  if recordings.isEmpty {
    location.report(
      """
      There is no recording in '\(url.path)', so nothing was replayed. Record a session into this folder: set \
      '$0.recorder = try Recorder(at: …)' where its store is created.
      """
    )
  }
  for name in recordings {
    do {
      let file = url.appending(path: name)
      var recording = try Recording(contentsOf: file)
      let stores = recording.stores.filter { $0.feature == qualifiedName(R.self) }
      for store in stores.isEmpty ? Array(recording.stores.prefix(1)) : stores {
        let replay = Replay(
          recording,
          store: store.number,
          migrations: migrations,
          redacting: redaction,
          reducer: reducer,
          withDependencies: prepare
        )
        let result = replay.run()
        let text = stores.count > 1 ? "'\(name)', store \(store.number)," : "'\(name)'"
        if let divergence = result.divergence {
          if record {
            try replay.rewrite(to: file)
            recording = try Recording(contentsOf: file)
          }
          location.report(failure(of: text, divergence, isRewritten: record))
        }
        if result.initialState == nil {
          location.report("\(text) has no state to begin with. \(result.notices.joined(separator: " "))")
        }
      }
    } catch {
      location.report("The recording '\(name)' can't be read: \(error)")
    }
  }
}

private func failure(of name: String, _ divergence: ReplayDivergence, isRewritten: Bool) -> String {
  let advice =
    isRewritten
    ? "The file was rewritten for today's code. Review it, and remove 'record: true'."
    : "If the new behavior is right, pass 'record: true' once, which rewrites the file. "
      + "If a case or a field was renamed, pass a 'Migration'."
  return """
    \(name) is not repeated by today's code.

    \(divergence)

    \(advice)
    """
}
