/// A refused request: a status, and a line that tells the user what to do. It contains nothing that the client sent.
struct Refusal: Codable, Error, Hashable {
  let status: Int
  let reason: String
  /// The number of seconds after which a retry may succeed; `nil` if it is unknown.
  var retryAfter: Int?

  static let unknownHost = Self(status: 421, reason: "This server has no site with this host name.")
  static let foreignOrigin = Self(status: 403, reason: "Only pages of this site can do that.")
  static let unknownSession = Self(status: 403, reason: "The server does not know this session: load the page again.")
  static let wrongType = Self(
    status: 415,
    reason: "The content type of actions is application/x-www-form-urlencoded, in UTF-8, or multipart/form-data."
  )
  static let tooLarge = Self(status: 413, reason: "The request is too large.")
  static let malformed = Self(status: 400, reason: "The body is not a list of names and values.")
  static let empty = Self(status: 400, reason: "There is no action.")
  static let unknownAction = Self(status: 400, reason: "There is no such action.")
  static let unknownField = Self(status: 400, reason: "There is no such field.")
  static let unknownHookEvent = Self(status: 400, reason: "There is no such event.")
  static let repeatedField = Self(status: 400, reason: "A field is there twice.")
  static let invalidValue = Self(status: 400, reason: "A field has a value that it can't have.")
  static let unknownAddress = Self(status: 400, reason: "The program has no such address.")
  static let unknownIdempotencyKey = Self(
    status: 410,
    reason: "The server has forgotten this page. Your last input may or may not have been handled: load the page again."
  )
  static let notOffered = Self(status: 409, reason: "The page has changed: it no longer offers that.")
  static let disabled = Self(status: 409, reason: "That is disabled now.")
  static let badRevision = Self(status: 400, reason: "The page has no such revision.")
  static let tooManyStreams = Self(status: 429, reason: "The page is open too often: close it in another tab.")
  static let notFound = Self(status: 404, reason: "There is no such page.")
  static let prefetch = Self(status: 503, reason: "This page can't be prefetched.")
  static let notForPage = Self(status: 406, reason: "This is a page. Another page can't embed it.")
  static let malformedUpload = Self(status: 400, reason: "The body is not a form with files.")
  static let incompleteUpload = Self(status: 400, reason: "The files have not arrived completely: send them again.")
  static let noFile = Self(status: 404, reason: "The file is not there any more.")
  static let fileTooLarge = Self(status: 413, reason: "A file is too large.")
  static let tooManyFiles = Self(status: 413, reason: "There are too many files at once.")
  static let uploadTooLarge = Self(status: 413, reason: "The files are too large together.")
  static let wrongFileType = Self(status: 415, reason: "The page does not accept files of this type.")
  static let tooManyUploads = Self(
    status: 429,
    reason: "Too many of your files are still being sent: wait until some have arrived."
  )
  static let tooManyBytes = Self(
    status: 413,
    reason: "Your files take too much room: remove some of them from the page first."
  )
  static let noRoomForFiles = Self(
    status: 503,
    reason: "The server has no room for more files: try again in a minute.",
    retryAfter: 60
  )
  static let filesNotStored = Self(
    status: 503,
    reason: "The server can't store files now: try again in a minute.",
    retryAfter: 60
  )
  static let tooManyBytesOfAddress = Self(
    status: 429,
    reason: "The files from your network take too much room: try again later.",
    retryAfter: 60
  )
  static let tooManyInputs = Self(status: 413, reason: "There are too many inputs in one request.")
  static let visitorsUnavailable = Self(
    status: 503,
    reason: "The server can't open your page now: try again in a moment.",
    retryAfter: 1
  )
  static let atCapacity = Self(
    status: 503,
    reason:
      "The server has no room for more visitors. Your browser works correctly: try again in a minute.",
    retryAfter: 60
  )
  static let tooManyEffects = Self(
    status: 429,
    reason: "Too many of your actions are still running: wait until some have finished."
  )
  static let noRoomForEffects = Self(
    status: 503,
    reason: "The server is busy: try again in a minute.",
    retryAfter: 60
  )
  static let moving = Self(
    status: 503,
    reason: "The server passes your page on to another one: try again in a moment.",
    retryAfter: 1
  )
  static let notStored = Self(
    status: 503,
    reason: "The server can't store your last input now: try again in a moment.",
    retryAfter: 1
  )
  static func tooManyRequests(seconds: Int) -> Self {
    Self(status: 429, reason: "There are too many requests from your network.", retryAfter: seconds)
  }
  static func tooManySessions(seconds: Int) -> Self {
    Self(status: 429, reason: "There are too many visitors from your network.", retryAfter: seconds)
  }
  static func tooManyActions(seconds: Int) -> Self {
    Self(status: 429, reason: "There were too many actions at once: none of them was handled.", retryAfter: seconds)
  }
  static func tooManyBytesSent(seconds: Int) -> Self {
    Self(status: 429, reason: "You have sent too much at once: it was not handled.", retryAfter: seconds)
  }
  static func tooMuchWork(seconds: Int) -> Self {
    Self(status: 429, reason: "Your last requests have kept the server too busy: wait a moment.", retryAfter: seconds)
  }

  /// Whether a retry may succeed.
  var isTemporary: Bool { status == 429 || status >= 500 }

  static func method(_ allowed: String) -> Self {
    Self(status: 405, reason: "This path accepts only \(allowed).")
  }

  /// The name of the reason in metrics and logs.
  var name: String {
    switch self {
    case .unknownHost: "unknown-host"
    case .foreignOrigin: "foreign-origin"
    case .unknownSession: "unknown-session"
    case .wrongType: "wrong-type"
    case .tooLarge: "too-large"
    case .malformed: "malformed"
    case .empty: "empty"
    case .unknownAction: "unknown-action"
    case .unknownField: "unknown-field"
    case .unknownHookEvent: "unknown-hook-event"
    case .repeatedField: "repeated-field"
    case .invalidValue: "invalid-value"
    case .unknownAddress: "unknown-address"
    case .badRevision: "bad-revision"
    case .tooManyStreams: "too-many-streams"
    case .tooManyEffects: "too-many-effects"
    case .noRoomForEffects: "no-room-for-effects"
    case .atCapacity: "no-room"
    case .moving: "moving"
    case .notStored: "not-stored"
    case .prefetch: "prefetch"
    case .notForPage: "not-for-page"
    case .unknownIdempotencyKey: "unknown-idempotency-key"
    case .notOffered: "not-offered"
    case .disabled: "disabled"
    case .notFound: "not-found"
    case .malformedUpload: "malformed-upload"
    case .incompleteUpload: "incomplete-upload"
    case .noFile: "no-file"
    case .fileTooLarge: "file-too-large"
    case .tooManyFiles: "too-many-files"
    case .uploadTooLarge: "upload-too-large"
    case .wrongFileType: "wrong-file-type"
    case .tooManyUploads: "too-many-uploads"
    case .tooManyBytes: "too-many-bytes"
    case .noRoomForFiles: "no-room-for-files"
    case .filesNotStored: "files-not-stored"
    case .tooManyBytesOfAddress: "too-many-bytes-of-address"
    case .tooManyInputs: "too-many-inputs"
    case .visitorsUnavailable: "visitors-unavailable"
    // These refusals differ in their seconds, so they are compared by their texts.
    case let refusal where refusal.reason == Self.tooManyRequests(seconds: 0).reason: "too-many-requests"
    case let refusal where refusal.reason == Self.tooManySessions(seconds: 0).reason: "too-many-sessions"
    case let refusal where refusal.reason == Self.tooManyActions(seconds: 0).reason: "too-many-actions"
    case let refusal where refusal.reason == Self.tooManyBytesSent(seconds: 0).reason: "too-many-bytes-sent"
    case let refusal where refusal.reason == Self.tooMuchWork(seconds: 0).reason: "too-much-work"
    default: status == 405 ? "method" : "status-\(status)"
    }
  }
}
