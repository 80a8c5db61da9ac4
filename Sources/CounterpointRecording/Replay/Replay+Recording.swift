import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
package import Foundation

extension Replay {
  /// Writes the recording as today's code would have recorded it.
  ///
  /// The recorded actions are reduced by today's code, in their order. Reads that the recording has are answered from
  /// it, and others are made. The lines of other stores stay as they are.
  ///
  /// - Parameter file: The file, which is overwritten.
  /// - Throws: The divergence, if an action or the initial state can't be decoded. The error of the file system.
  package func rewrite(to file: URL) throws {
    let new = FileManager.default.temporaryDirectory.appending(path: "rewritten-\(UUID().uuidString).recording.jsonl")
    defer { try? FileManager.default.removeItem(at: new) }
    // A recording has one file up to its limit divided by the number of segments.
    let recorder = try Recorder(at: new, limit: 1 << 33, redacting: redaction)
    var run = ReplayRun(
      reducer,
      dependencies: dependencies,
      migrations: migrations,
      redaction: redaction,
      startRecording: { state, numbering, sharedValues in
        StoreRecorder(
          identity,
          state: state,
          destination: recorder,
          numbering: numbering,
          sharedValues: sharedValues
        )
      }
    )
    if let initialState { run.begin(initialState) }
    let results = recording.results(of: store)
    for line in recording.lines {
      if line.store == store {
        run.play(line, isLastAction: { _ in true }, result: { results[$0] })
      } else {
        recorder.writer.append(line.bytes)
      }
      if let divergence = run.result.divergence { throw divergence }
    }
    run.endRecording()
    recorder.flush()
    try Data(contentsOf: new).write(to: file, options: .atomic)
  }

  /// The store in the new file: that of the old one.
  private var identity: RecordedStore {
    let old = recording.stores.first { $0.number == store }
    return RecordedStore(
      number: store ?? 1,
      feature: qualifiedName(R.self),
      label: old?.label,
      date: old?.date.timeIntervalSince1970 ?? 0
    )
  }
}
