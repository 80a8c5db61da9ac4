extension Refusal {
  static let tooManyEffects = Self(
    status: 429,
    reason: "Too much of what you did is still being worked on: wait until some of it is done."
  )
  static let noRoomForEffects = Self(
    status: 503,
    reason: "The server is busy: try again in a minute.",
    retryAfter: 60
  )

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
    case .badRevision: "bad-revision"
    case .tooManyStreams: "too-many-streams"
    case .tooManyEffects: "too-many-effects"
    case .noRoomForEffects: "no-room-for-effects"
    case .fullHouse: "no-room"
    case .prefetch: "prefetch"
    case .notForPage: "not-for-page"
    case .unknownBatch: "unknown-batch"
    case .notOffered: "not-offered"
    case .disabled: "disabled"
    case .notFound: "not-found"
    // These carry the seconds to wait, so they are not equal to one another.
    case let refusal where refusal.reason == Self.tooManyRequests(seconds: 0).reason: "too-many-requests"
    case let refusal where refusal.reason == Self.tooManySessions(seconds: 0).reason: "too-many-sessions"
    case let refusal where refusal.reason == Self.tooManyActions(seconds: 0).reason: "too-many-actions"
    default: status == 405 ? "method" : "status-\(status)"
    }
  }
}

extension SiteActivity {
  func refused(_ refusal: Refusal) {
    monitor?.requestRefused(refusal.name, status: refusal.status)
  }
}
