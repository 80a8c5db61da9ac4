/// The reason why a request is refused: a status, and a line that says what would be right. It holds nothing that the
/// visitor sent.
struct Refusal: Error, Hashable {
  let status: Int
  let reason: String
  /// After how many seconds the same request may succeed; `nil` if that is not known.
  var retryAfter: Int?

  static let unknownHost = Self(status: 421, reason: "There is no site of this name here.")
  static let foreignOrigin = Self(status: 403, reason: "Only pages of this site can do that.")
  static let unknownSession = Self(status: 403, reason: "This session is not known here: load the page again.")
  static let wrongType = Self(
    status: 415,
    reason: "The content type of actions is application/x-www-form-urlencoded, in UTF-8."
  )
  static let tooLarge = Self(status: 413, reason: "That is too much for one request.")
  static let malformed = Self(status: 400, reason: "That is not a list of names and values.")
  static let empty = Self(status: 400, reason: "There is no action.")
  static let unknownAction = Self(status: 400, reason: "There is no such action.")
  static let unknownField = Self(status: 400, reason: "There is no such field.")
  static let unknownBatch = Self(
    status: 410,
    reason: "The server has forgotten this page. Your last input may or may not have been handled: load the page again."
  )
  static let notOffered = Self(status: 409, reason: "The page has changed: it does not offer that any more.")
  static let disabled = Self(status: 409, reason: "That is disabled now.")
  static let badRevision = Self(status: 400, reason: "There is no such state of the page.")
  static let tooManyStreams = Self(status: 429, reason: "The page is open too often: close it in another tab.")
  static let notFound = Self(status: 404, reason: "There is no such page.")
  static let prefetch = Self(status: 503, reason: "Pages of visitors are not loaded in advance.")
  static let notForPage = Self(status: 406, reason: "There is a page here, and nothing that another page could embed.")
  static let fullHouse = Self(
    status: 503,
    reason:
      "There are more visitors than this server has room for. Your browser works correctly: try again in a minute.",
    retryAfter: 60
  )
  static func tooManyRequests(seconds: Int) -> Self {
    Self(status: 429, reason: "There are too many requests from your network.", retryAfter: seconds)
  }
  static func tooManySessions(seconds: Int) -> Self {
    Self(status: 429, reason: "There are too many visitors from your network.", retryAfter: seconds)
  }
  static func tooManyActions(seconds: Int) -> Self {
    Self(status: 429, reason: "That was too much at once: nothing of it was done.", retryAfter: seconds)
  }

  /// Whether the same request may be accepted later.
  var isTemporary: Bool { status == 429 || status >= 500 }

  static func method(_ allowed: String) -> Self {
    Self(status: 405, reason: "That can only be asked for with \(allowed).")
  }
}
