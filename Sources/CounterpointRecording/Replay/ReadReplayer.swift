import DependencyInjection
import Foundation

/// Answers the reads of one reduction from the recording.
final class ReadReplayer: DependencyReadLog {
  private var rest: ArraySlice<RecordingLine.Read>
  private let decoder: JSONDecoder
  /// The differences between the recorded reads and those of the replay.
  private(set) var differences: [String] = []

  /// Records the reads again, if the replay is recorded.
  private let recorder: ReadRecorder?

  init(_ reads: [RecordingLine.Read], decoder: JSONDecoder, recordingTo recorder: ReadRecorder? = nil) {
    self.rest = reads[...]
    self.decoder = decoder
    self.recorder = recorder
  }

  func replayed<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? {
    guard let next = rest.first else {
      differences.append("The reducer reads '\(name)', which the recording doesn't contain.")
      return nil
    }
    guard next.name == name else {
      differences.append("The reducer reads '\(name)', and the recorded one read '\(next.name)'.")
      return nil
    }
    rest.removeFirst()
    guard let value = next.value else { return nil }
    do {
      let answer = try decoder.decode(Value.self, from: value.data)
      recorder?.append(next)
      return answer
    } catch {
      differences.append("The recorded read of '\(name)', \(value), can't be decoded: \(error).")
      return nil
    }
  }

  // A read that the recording can't answer is made.
  func record(_ name: String, _ value: some Encodable) {
    recorder?.record(name, value)
  }

  func recordFailure(_ name: String, _ error: any Error) {
    recorder?.recordFailure(name, error)
  }

  /// Notes the recorded reads that the reducer has not made.
  func finish() {
    for read in rest { differences.append("The recorded reducer read '\(read.name)', and this one does not.") }
  }
}
