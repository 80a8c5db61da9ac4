@_spi(Internals) import CounterpointSupport
import Dispatch
import Foundation
import IssueReporting

/// Appends lines to the segments of a recording. Thread-safe.
///
/// The current segment is the recording's file itself. When it is full it gets a number in its name, and the oldest
/// segments are deleted, so that all of them stay within the limit.
final class RecordingWriter: Sendable {
  fileprivate struct Contents {
    var segment = 0
    /// The bytes of the current segment, including those that are buffered.
    var size = 0
    /// The buffered lines, by segment.
    var buffered: [(segment: Int, bytes: [UInt8])] = []
    var bufferedCount = 0
    var isFlushScheduled = false
    /// Whether a write has failed, so that nothing more is recorded.
    var hasStopped = false
  }

  /// The number of segments in a full recording.
  private static let segmentCount = 8
  private static let smallestSegment = 4096
  /// The time after which a buffered line is written.
  private static let delay = DispatchTimeInterval.milliseconds(10)
  /// The number of buffered bytes above which the caller writes them itself.
  private static let bufferLimit = 8 << 20

  private let segmentSize: Int
  private let isBatched: Bool
  private let contents = Locked(Contents())
  /// The files. They have a lock of their own, so that `append` does not wait for the disk.
  private let files: Locked<SegmentFiles>
  private let queue = DispatchQueue(label: "counterpoint.recording")

  init(at url: URL, isBatched: Bool, limit: Int) throws {
    self.isBatched = isBatched
    segmentSize = max(limit / Self.segmentCount, Self.smallestSegment)
    files = Locked(
      try SegmentFiles(at: url.path, isMapped: !isBatched, segmentSize: segmentSize, count: Self.segmentCount)
    )
  }

  deinit {
    flush()
    files.withLock { $0.close() }
  }

  /// The number of the current segment, from 0.
  var segment: Int { contents.withLock { $0.segment } }

  /// Appends a line.
  ///
  /// - Returns: The number of the segment that has it.
  @discardableResult
  func append(_ line: [UInt8]) -> Int {
    if isBatched { appendToBuffer(line) } else { appendToFile(line) }
  }

  private func appendToFile(_ line: [UInt8]) -> Int {
    // One critical section, so that the lines are in the order of their segments.
    let (segment, error) = contents.withLock { contents in
      let segment = contents.place(line.count, limit: segmentSize)
      guard !contents.hasStopped else { return (segment, RecordingFileError?.none) }
      let error = files.withLock { $0.write([(segment, line)]) }
      contents.hasStopped = error != nil
      return (segment, error)
    }
    if let error { report(error) }
    return segment
  }

  private func appendToBuffer(_ line: [UInt8]) -> Int {
    let (segment, mustSchedule, mustFlush) = contents.withLock { contents in
      let segment = contents.place(line.count, limit: segmentSize)
      if contents.hasStopped { return (segment, false, false) }
      if contents.buffered.last?.segment == segment {
        contents.buffered[contents.buffered.count - 1].bytes += line
      } else {
        contents.buffered.append((segment, line))
      }
      contents.bufferedCount += line.count
      let mustSchedule = !contents.isFlushScheduled
      contents.isFlushScheduled = true
      return (segment, mustSchedule, contents.bufferedCount > Self.bufferLimit)
    }
    if mustSchedule { queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in self?.flush() } }
    if mustFlush { flush() }
    return segment
  }

  /// Writes what is buffered.
  func flush() {
    let error = files.withLock { files -> RecordingFileError? in
      let (buffered, hasStopped) = contents.withLock { contents in
        defer {
          contents.buffered = []
          contents.bufferedCount = 0
          contents.isFlushScheduled = false
        }
        return (contents.buffered, contents.hasStopped)
      }
      guard !hasStopped, !buffered.isEmpty, let error = files.write(buffered) else { return nil }
      contents.withLock { $0.hasStopped = true }
      return error
    }
    if let error { report(error) }
  }

  /// Reports why the recording has stopped. No lock may be held, because a reporter may send to recorded stores.
  private func report(_ error: RecordingFileError) {
    reportIssue(
      """
      A recording has stopped, because its file can't be written: \(error). The program goes on without it, and what was \
      written before can be replayed. Make room on the disk or lower the recorder's 'limit'.
      """
    )
  }
}

extension RecordingWriter.Contents {
  /// Makes room for a line.
  ///
  /// - Returns: The number of its segment.
  fileprivate mutating func place(_ count: Int, limit: Int) -> Int {
    if size > 0, size + count > limit {
      segment += 1
      size = 0
    }
    size += count
    return segment
  }
}
