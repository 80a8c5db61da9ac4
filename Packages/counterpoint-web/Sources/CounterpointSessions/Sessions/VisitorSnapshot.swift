import Foundation

/// The stored form of a session: the state of the program, and what the library knows about the session.
///
/// The bytes are a line of JSON with the library's record, followed by the state as the program encodes it.
struct VisitorSnapshot: Sendable {
  /// A result of a request, so that a repetition gets the same one on any node.
  struct Answer: Codable, Hashable, Sendable {
    var key: IdempotencyKey
    /// `nil` for success.
    var refusal: Refusal?
  }

  /// The library's record.
  struct Record: Codable, Hashable, Sendable {
    /// Whether the program has ended the session, so that its ticket starts no other one.
    var hasEnded = false
    /// The revision of the page, and the digest of its markup.
    var revision = 0
    var digest: String?
    var hasActed = false
    var account: String?
    /// The results of the latest requests, ordered as in ``IdempotencyCache``.
    var answers: [Answer] = []
  }

  var record: Record
  var state: Data

  /// The mark of a session that the program has ended.
  static let ended = VisitorSnapshot(record: Record(hasEnded: true), state: Data())

  init(record: Record, state: Data) {
    self.record = record
    self.state = state
  }

  /// Parses the stored bytes.
  ///
  /// - Throws: The decoding error of the record.
  init(_ data: Data) throws {
    let line = data.prefix { $0 != UInt8(ascii: "\n") }
    record = try JSONDecoder().decode(Record.self, from: line)
    state = Data(data.dropFirst(line.count + 1))
  }

  /// The bytes to store.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(record) + Data("\n".utf8) + state
  }
}
