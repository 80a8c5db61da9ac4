@_spi(Internals) import CounterpointSupport
import Foundation

/// The content of a file as the body of a response, in chunks of 64 KiB.
///
/// The file is open, so it can be removed meanwhile. It can be iterated once.
public struct FileBytes: AsyncSequence, Sendable {
  private let file: FileHandle
  /// The number of bytes.
  public let count: Int

  /// Opens a file.
  ///
  /// - Parameter url: The file.
  /// - Throws: The error of the file system.
  init(contentsOf url: URL) throws {
    file = try FileHandle(forReadingFrom: url)
    count = Int(try file.seekToEnd())
    try file.seek(toOffset: 0)
  }

  /// Creates the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(file: file, rest: count)
  }

  /// An iterator of the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private static let chunkSize = 64 << 10

    let file: FileHandle
    var rest: Int

    /// Returns the next chunk.
    ///
    /// - Throws: The error of the file system, or ``FileTruncated`` if another program has shortened the file.
    public mutating func next() async throws -> [UInt8]? {
      guard rest > 0 else { return nil }
      let (file, length) = (file, Swift.min(rest, Self.chunkSize))
      let read = try await withCheckedThrowingContinuation { continuation in
        performBlocking { continuation.resume(with: Result { try file.read(upToCount: length) }) }
      }
      guard let data = read, !data.isEmpty else { throw FileTruncated() }
      rest -= data.count
      return [UInt8](data)
    }
  }

  /// The error of a file that was shortened while it was read.
  public struct FileTruncated: Error {}
}
