import DependencyInjection

/// Keeps the reads of one reduction for the recording.
final class ReadRecorder: DependencyReadLog {
  private var reads: [RecordingLine.Read] = []
  private let encode: (any Encodable) -> JSONText?

  /// - Parameter encode: Returns the JSON of a value, `nil` if it can't be encoded.
  init(encode: @escaping (any Encodable) -> JSONText?) {
    self.encode = encode
  }

  func record(_ name: String, _ value: some Encodable) {
    reads.append(RecordingLine.Read(name: name, value: encode(value)))
  }

  func recordFailure(_ name: String, _ error: any Error) {
    reads.append(RecordingLine.Read(name: name, value: nil))
  }

  func replayed<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? { nil }

  /// Records a read of another recording.
  func append(_ read: RecordingLine.Read) {
    reads.append(read)
  }

  /// Removes and returns the reads.
  func take() -> [RecordingLine.Read] {
    defer { reads = [] }
    return reads
  }
}
