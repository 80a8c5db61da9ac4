public import Foundation

/// A recording that a ``Recorder`` has written.
public struct Recording: Sendable {
  /// A store of a recording.
  public struct Store: Hashable, Sendable {
    /// The number of the store, from 1 in the order of creation.
    public let number: Int
    /// The qualified name of the reducer's type.
    public let feature: String
    /// The name that the program gives the store, see ``DependencyInjection/DependencyValues/recordingLabel``.
    public let label: String?
    /// The time at which the store was created.
    public let date: Date
  }

  /// An error in a recording.
  public struct FormatError: Error, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The number of the line, from 1.
    public let line: Int
    /// The reason.
    public let reason: String

    /// The file, the line and the reason.
    public var description: String { "\(path):\(line): \(reason)" }
  }

  /// The stores, in the order of their numbers.
  public let stores: [Store]
  /// Whether the last line was incomplete and left out, because the program ended while it was written.
  public let isTruncated: Bool
  let lines: [RecordingLine]

  /// Reads a recording.
  ///
  /// - Parameter url: The file that was given to the recorder, whose older segments are read too; or a single segment.
  ///   The lines of a single segment go on in the next ones, as long as those are in the same folder, up to the next
  ///   known state of each store. So a replay compares the whole state at the end of the segment.
  /// - Throws: A ``FormatError`` for a damaged line that is not the last one, and for a file without a store: an empty
  ///   one, or one that is no recording. The error of the file system if the file can't be read.
  public init(contentsOf url: URL) throws {
    let (lines, isTruncated) = try Self.read(url)
    guard lines.contains(where: { if case .header = $0 { true } else { false } }) else {
      throw FormatError(path: url.path, line: 1, reason: "The file is no recording, because it has no store.")
    }
    let end = RecordingFileNames(url.path).laterSegments.isEmpty ? [] : Self.end(of: lines, at: url.path)
    self.init(lines + end, isTruncated: isTruncated)
  }

  /// Returns the lines of a file and its older segments, and whether an incomplete last line was left out.
  static func read(_ url: URL) throws -> (lines: [RecordingLine], isTruncated: Bool) {
    let files = Self.files(of: url)
    var lines: [RecordingLine] = []
    var isTruncated = false
    for (index, path) in files.enumerated() {
      let data: Data
      do {
        data = try Data(contentsOf: URL(filePath: path))
      } catch {
        // The program may have ended after the old segment was renamed, and before there was a new one.
        if index == files.count - 1, index > 0, !FileManager.default.fileExists(atPath: path) { break }
        throw error
      }
      isTruncated = try Self.parse(data, path, isLast: index == files.count - 1, into: &lines)
    }
    return (lines, isTruncated)
  }

  /// Returns the lines of the later segments up to the next known state of each store in a segment.
  private static func end(of lines: [RecordingLine], at path: String) -> [RecordingLine] {
    var ends: [Int: SegmentEnd] = [:]
    for line in lines { ends[line.store, default: SegmentEnd()].follow(line) }
    for path in RecordingFileNames(path).laterSegments {
      var later: [RecordingLine] = []
      guard ends.values.contains(where: \.isOpen), let data = FileManager.default.contents(atPath: path),
        (try? parse(data, path, isLast: true, into: &later)) != nil
      else { break }
      for line in later { ends[line.store]?.append(line) }
    }
    return ends.sorted { $0.key < $1.key }.flatMap { $0.value.isComplete ? $0.value.lines : [] }
  }

  /// The paths of a recording's segments, the oldest first.
  package static func files(of url: URL) -> [String] {
    let names = RecordingFileNames(url.path)
    return names.segments.map(\.path) + [names.current]
  }

  init(_ lines: [RecordingLine], isTruncated: Bool) {
    self.lines = lines
    self.isTruncated = isTruncated
    var stores: [Int: Store] = [:]
    for case .header(let line) in lines where stores[line.store] == nil {
      let date = Date(timeIntervalSince1970: line.date)
      stores[line.store] = Store(number: line.store, feature: line.feature, label: line.label, date: date)
    }
    self.stores = stores.values.sorted { $0.number < $1.number }
  }

  /// Parses a file.
  ///
  /// - Returns: Whether an incomplete last line was left out.
  private static func parse(_ data: Data, _ path: String, isLast: Bool, into lines: inout [RecordingLine]) throws
    -> Bool
  {
    // The unused rest of a mapped file consists of zeros.
    let end = data.firstIndex(of: 0) ?? data.endIndex
    let text = Array(data[..<end])
    guard isZero(data[end...]) else {
      let line = text.count { $0 == UInt8(ascii: "\n") } + 1
      throw FormatError(path: path, line: line, reason: "Zeros are between the lines: the file is damaged.")
    }
    var rest = text[...]
    var number = 0
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let line = rest[..<newline]
      rest = rest[(newline + 1)...]
      guard !line.isEmpty else { continue }
      do {
        lines.append(try RecordingLine(parsing: line))
      } catch {
        throw FormatError(path: path, line: number, reason: "\(error)")
      }
    }
    guard !rest.isEmpty, !isLast else { return !rest.isEmpty }
    throw FormatError(path: path, line: number + 1, reason: "The line is incomplete, and it is not the last one.")
  }

  /// Returns whether all bytes are zeros. Compares blocks, because a mapped file can have a hundred megabytes of them.
  private static func isZero(_ data: Data) -> Bool {
    let zeros = Data(count: 1 << 20)
    var rest = data
    while !rest.isEmpty {
      guard rest.prefix(zeros.count) == zeros.prefix(rest.count) else { return false }
      rest = rest.dropFirst(zeros.count)
    }
    return true
  }
}

/// The lines of a store between the end of a segment and the next state that the recording has.
private struct SegmentEnd {
  private(set) var lines: [RecordingLine] = []
  /// Whether the state is still to be found.
  private(set) var isOpen = true
  private(set) var isComplete = false
  /// The number of the last action.
  private var number = 0

  /// Follows a line of the segment itself.
  mutating func follow(_ line: RecordingLine) {
    switch line {
    case .snapshot(let line): number = line.number
    case .action(let line): number = line.number
    case .result(let line): isOpen = !line.isEnd
    case .header, .shared, .effect: break
    }
  }

  /// Appends a line of a later segment.
  mutating func append(_ line: RecordingLine) {
    guard isOpen else { return }
    switch line {
    case .header: return
    case .snapshot(let line):
      isOpen = false
      isComplete = line.number == number && line.restart == nil
    case .action(let line):
      // Otherwise it is another recording, or a segment between them is missing.
      isOpen = line.number == number + 1
      number += 1
    case .result(let line):
      isOpen = !line.isEnd
      isComplete = line.isEnd && line.number == number
    case .shared, .effect: break
    }
    lines.append(line)
  }
}
