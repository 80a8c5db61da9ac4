import CounterpointRecording
@_spi(Internals) import CounterpointSupport
public import Foundation

extension InspectedProgram {
  /// Opens a recording. Its lines are parsed when their events are asked for, so a long one opens fast.
  ///
  /// - Parameter url: The file that was given to the recorder, or a single segment.
  /// - Throws: The error of the file system if the file can't be read. The batches throw an ``InspectionError`` for a
  ///   damaged line, and for a file without a store.
  public init(recording url: URL) throws {
    let source = try RecordingSource(url)
    self.init(
      description: Description(name: url.lastPathComponent),
      batches: { AsyncThrowingStream { try await source.next() } },
      state: { try await source.state($0, $1) },
      perform: { _ in throw InspectionError("A recording can't be changed. Attach to a running program for that.") }
    )
  }
}

/// The files of a recording, and how far they were read.
private final class RecordingSource: Sendable {
  fileprivate struct Contents {
    var files: [(path: String, bytes: [UInt8])]
    var position = 0
    var lineNumber = 0
    var hasEnded = false
    let path: String
    var reader = EventReader()
    var states = RecordedStates()
  }

  /// The lines of a batch.
  private static let batch = 4096

  private let contents: Locked<Contents>

  init(_ url: URL) throws {
    let files = Recording.files(of: url)
    contents = Locked(
      Contents(
        files: try files.reversed().compactMap { path in
          // The program may have ended after the old segment was renamed, and before there was a new one.
          if files.count > 1, !FileManager.default.fileExists(atPath: path) { return nil }
          return (path, Array(try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)))
        },
        path: url.path
      )
    )
  }

  func next() async throws -> [InspectedEvent]? {
    try contents.withLock { contents in
      var events: [InspectedEvent] = []
      var count = 0
      while count < Self.batch, let line = contents.nextLine() {
        count += 1
        guard !line.isEmpty else { continue }
        do {
          let parsed = try RecordingLine(parsing: line)
          contents.states.append(parsed, line)
          events += try contents.reader.events(of: parsed)
        } catch {
          throw InspectionError("\(contents.files.last?.path ?? ""):\(contents.lineNumber): \(error)")
        }
      }
      if count < Self.batch, !contents.hasEnded {
        contents.hasEnded = true
        guard contents.reader.hasStores else {
          throw InspectionError("\(contents.path): The file is no recording, because it has no store.")
        }
        events += contents.reader.eventsAtEnd()
      }
      return count == 0 && events.isEmpty ? nil : events
    }
  }

  func state(_ store: Int, _ number: Int) async throws -> InspectedState {
    try contents.withLock { try $0.states.state(store, number) }
  }
}

extension RecordingSource.Contents {
  /// Returns the next line; `nil` at the end, or before an incomplete last line.
  fileprivate mutating func nextLine() -> ArraySlice<UInt8>? {
    while let file = files.last {
      // The unused rest of a mapped file consists of zeros.
      if position < file.bytes.count, file.bytes[position] != 0,
        let end = file.bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
      {
        defer { position = end + 1 }
        lineNumber += 1
        return file.bytes[position..<end]
      }
      files.removeLast()
      position = 0
      lineNumber = 0
    }
    return nil
  }
}
