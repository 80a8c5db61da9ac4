public import ArgumentParser
public import Counterpoint
@_spi(Internals) public import CounterpointInspector
@_spi(Internals) public import CounterpointRecording
import CounterpointTerminal
import Foundation

/// Records what a program does, lets another program look at it, or replays a recording instead of playing.
public struct RecordingOptions: ParsableArguments, Sendable {
  @Option(help: "A file to record the session in.")
  var record: String?

  @Option(help: "A recording to replay with the code of this program, instead of playing.")
  var replay: String?

  @Flag(help: "Let 'counterpoint inspect' of the same user look into the program.")
  var inspect = false

  /// Makes options to be parsed.
  public init() {}

  /// Creates the recorder of the session; `nil` if it is not recorded.
  ///
  /// - Parameter redaction: What stands in the file for secrets.
  /// - Throws: If the file can't be created.
  public func recorder(redacting redaction: Redaction = Redaction()) throws(Failure) -> Recorder? {
    guard let record else { return nil }
    do {
      return try Recorder(at: URL(filePath: record), redacting: redaction)
    } catch {
      throw Failure("can't record in \(record): \(error)", code: .inputOutput)
    }
  }

  /// Begins to listen for inspectors of the current user; `nil` if neither the command line asks for it nor a
  /// `counterpoint inspect` has started the program.
  ///
  /// - Parameters:
  ///   - permissions: The permissions of the inspectors.
  ///   - redaction: The stand-ins for secrets.
  /// - Throws: If the program can't listen.
  public func inspector(
    allowing permissions: Set<InspectorPermission> = [.look, .travel, .send],
    redacting redaction: Redaction = Redaction()
  ) throws(Failure) -> Inspector? {
    do throws(InspectionError) {
      guard inspect else { return try Inspector.listenIfRequested(allowing: permissions, redacting: redaction) }
      return try Inspector.listen(allowing: permissions, redacting: redaction)
    } catch {
      throw Failure("\(error)", code: .inputOutput)
    }
  }

  /// Replays the recording that the command line names, and prints what it finds.
  ///
  /// - Parameters:
  ///   - redaction: That of the recorder.
  ///   - reducer: The feature.
  ///   - prepare: Overrides dependencies that the reducer reads.
  /// - Returns: The exit code: 0 if today's code does what was recorded, and otherwise 1; `nil` if there is no
  ///   recording to replay.
  /// - Throws: If the file can't be read.
  @MainActor
  public func replay<R: Reducer>(
    redacting redaction: Redaction = Redaction(),
    reducer: () -> R,
    withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in }
  ) throws(Failure) -> Int32? where R.Action: Decodable {
    guard let replay else { return nil }
    let recording: Recording
    do {
      recording = try Recording(contentsOf: URL(filePath: replay))
    } catch {
      throw Failure("can't replay \(replay): \(error)", code: .noInput)
    }
    var count = 0
    for store in recording.stores {
      let result = Replay(
        recording,
        store: store.number,
        redacting: redaction,
        reducer: reducer,
        withDependencies: prepare
      )
      .run()
      let label = store.label.map { "\($0): " } ?? ""
      // A recording may come from elsewhere, and a terminal executes escape codes.
      for notice in result.notices { print(StyledText("\(label)Note: \(notice)").plainText) }
      if let divergence = result.divergence {
        print(StyledText("\(label)\(divergence)").plainText)
        return 1
      }
      count += result.steps.count
    }
    print("Replayed \(count) actions: the code does what was recorded.")
    return 0
  }
}
