import DependencyInjection
import Foundation

/// Answers the reads of one reduction from the recording.
final class ReadReplayer: DependencyReadLog {
  private var rest: ArraySlice<RecordingLine.Read>
  private let decoder: JSONDecoder
  /// The differences between the recorded reads and those of the replay.
  private(set) var differences: [String] = []

  init(_ reads: [RecordingLine.Read], decoder: JSONDecoder) {
    self.rest = reads[...]
    self.decoder = decoder
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
      return try decoder.decode(Value.self, from: value.data)
    } catch {
      differences.append("The recorded read of '\(name)', \(value), can't be decoded: \(error).")
      return nil
    }
  }

  // A read that the recording can't answer is made.
  func record(_ name: String, _ value: some Encodable) {}

  func recordFailure(_ name: String, _ error: any Error) {}

  /// Notes the recorded reads that the reducer has not made.
  func finish() {
    for read in rest { differences.append("The recorded reducer read '\(read.name)', and this one does not.") }
  }
}
