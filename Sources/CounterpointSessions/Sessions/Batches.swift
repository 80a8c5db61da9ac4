/// The identifier of a request with inputs: a page open in a browser, and a number that grows with each of its
/// requests.
///
/// A repetition by a browser or a proxy has the same identifier and the same body.
struct BatchID: Hashable, Sendable {
  /// 128 random bits in hexadecimal digits, chosen by the script for its tab, or by the site for the forms of a page.
  let page: String
  /// Counts the page's requests from 1 on.
  let number: Int
  /// Tells apart different submissions of one page without the script, whose forms all have number 1.
  var digest = 0

  /// Makes the identifier for the forms of a page that is sent.
  init(using generator: inout some RandomNumberGenerator) {
    page = SessionID(using: &generator).description
    number = 1
  }

  /// Reads `<32 digits>-<number>`.
  ///
  /// - Parameters:
  ///   - text: The text of the request.
  ///   - digest: A hash of the whole request.
  init?(_ text: String, digest: Int) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let page = SessionID(String(parts[0])),
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number > 0
    else { return nil }
    self.page = page.description
    self.number = number
    self.digest = digest
  }

  var text: String { "\(page)-\(number)" }
}

/// The last results of a visitor's pages, so that a repeated request gets the first one's result without being done
/// again.
///
/// The size is bounded: the least recently used page is forgotten first.
struct Batches {
  /// The decision about a request.
  enum Decision {
    case perform
    /// The request has been handled.
    case repeated(Result<Void, Refusal>)
    /// It can't be known whether the request has been handled.
    case unknown
  }

  private struct Page {
    let id: String
    var results: [(id: BatchID, result: Result<Void, Refusal>)] = []
  }

  static let pageLimit = 32
  static let resultLimit = 4

  /// The most recently used last.
  private var pages: [Page] = []

  func decision(on id: BatchID) -> Decision {
    guard let page = pages.last(where: { $0.id == id.page }) else {
      // A page that this visitor's store doesn't know any more may have been served by an earlier process.
      return id.number == 1 ? .perform : .unknown
    }
    if let known = page.results.last(where: { $0.id == id }) { return .repeated(known.result) }
    return id.number >= page.results.last?.id.number ?? 1 ? .perform : .unknown
  }

  mutating func record(_ result: Result<Void, Refusal>, of id: BatchID) {
    var page = Page(id: id.page)
    if let index = pages.lastIndex(where: { $0.id == id.page }) { page = pages.remove(at: index) }
    page.results.append((id, result))
    if page.results.count > Self.resultLimit { page.results.removeFirst() }
    pages.append(page)
    if pages.count > Self.pageLimit { pages.removeFirst() }
  }
}
