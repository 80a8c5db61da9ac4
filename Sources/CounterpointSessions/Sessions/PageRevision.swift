/// The state of a page that a browser shows: the number of a session's revision, or the digest of a page without a
/// session.
enum PageRevision: Hashable, Sendable, CustomStringConvertible {
  case number(Int)
  case first(SipHash)

  /// Reads what the script sends back; `nil` for anything that no page has.
  init?(_ text: String) {
    if let number = Int(text) {
      guard number >= 0 else { return nil }
      self = .number(number)
    } else {
      guard text.hasPrefix("0."), let digest = SipHash(text.dropFirst(2)) else { return nil }
      self = .first(digest)
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .first(let digest): "0.\(digest)"
    }
  }
}

extension SipHash {
  /// Creates the digest of a page.
  init(page markup: String, key: SessionKey) {
    // The first byte keeps digests apart from signatures.
    self.init(CollectionOfOne(2).joined(with: markup.utf8), key: key)
  }
}

extension CollectionOfOne<UInt8> {
  /// Returns both, without a copy of the second.
  fileprivate func joined(with bytes: String.UTF8View) -> some Sequence<UInt8> {
    var (first, rest) = (first, bytes.makeIterator())
    return AnyIterator {
      defer { first = nil }
      return first ?? rest.next()
    }
  }
}
