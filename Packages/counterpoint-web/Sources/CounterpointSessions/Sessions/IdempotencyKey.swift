import CounterpointHTML

/// The identity of a request with inputs: a page that is open in a browser, and a number that grows with each of its
/// requests.
///
/// A request that a browser or a proxy repeats has the same key and the same body.
struct IdempotencyKey: Codable, Hashable, Sendable {
  /// 128 random bits in hexadecimal digits. The script generates them for its tab, and the site for the forms of a
  /// page.
  let page: String
  /// The number of the page's request, from 1 on.
  let number: Int
  /// Distinguishes different submissions of one page without the script, because all its forms have the number 1.
  var digest = 0

  /// Creates a key for the forms of a page.
  init(using generator: inout some RandomNumberGenerator) {
    page = SessionID(using: &generator).description
    number = 1
  }

  /// Parses `<32 digits>-<number>`.
  ///
  /// - Parameters:
  ///   - text: The text of the request.
  ///   - digest: A hash of the whole request.
  init?(_ text: String, digest: Int) {
    let parts = text.splitBytes(at: "-")
    guard parts.count == 2, let page = SessionID(String(parts[0])),
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number > 0
    else { return nil }
    self.page = page.description
    self.number = number
    self.digest = digest
  }

  var text: String { "\(page)-\(number)" }
}

/// The latest results of a session's requests. A repeated request gets the first result and is not handled again.
///
/// The size is bounded: the least recently used page is evicted first.
struct IdempotencyCache {
  /// The decision about a request.
  enum Decision {
    case perform
    /// The request was handled before.
    case repeated(Result<Void, Refusal>)
    /// It is unknown whether the request was handled before.
    case unknown
  }

  private struct Page {
    let id: String
    var results: [(id: IdempotencyKey, result: Result<Void, Refusal>)] = []
  }

  static let pageLimit = 32
  static let resultLimit = 4

  /// The most recently used page is the last one.
  private var pages: [Page] = []

  init() {}

  /// Creates a cache with the results of another one.
  init(_ answers: [VisitorSnapshot.Answer]) {
    for answer in answers {
      record(answer.refusal.map { .failure($0) } ?? .success(()), of: answer.key)
    }
  }

  /// All results, the least recently used page first.
  var answers: [VisitorSnapshot.Answer] {
    pages.flatMap(\.results).map { id, result in
      if case .failure(let refusal) = result { return VisitorSnapshot.Answer(key: id, refusal: refusal) }
      return VisitorSnapshot.Answer(key: id)
    }
  }

  func decision(on id: IdempotencyKey) -> Decision {
    guard let page = pages.last(where: { $0.id == id.page }) else {
      // A page that this store doesn't know may come from an earlier process.
      return id.number == 1 ? .perform : .unknown
    }
    if let known = page.results.last(where: { $0.id == id }) { return .repeated(known.result) }
    return id.number >= page.results.last?.id.number ?? 1 ? .perform : .unknown
  }

  mutating func record(_ result: Result<Void, Refusal>, of id: IdempotencyKey) {
    var page = Page(id: id.page)
    if let index = pages.lastIndex(where: { $0.id == id.page }) { page = pages.remove(at: index) }
    page.results.append((id, result))
    if page.results.count > Self.resultLimit { page.results.removeFirst() }
    pages.append(page)
    if pages.count > Self.pageLimit { pages.removeFirst() }
  }
}
