extension Refusal {
  static let tooManyEffects = Self(
    status: 429,
    reason: "Too much of what you did is still being worked on: wait until some of it is done."
  )
  static let noRoomForEffects = Self(status: 503, reason: "The server is busy: try again in a minute.")
  /// For monitors. The visitor gets a page that says more.
  static let noRoom = Self(status: 503, reason: "There is no room for more visitors.")

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
    case .noRoom: "no-room"
    case .notFound: "not-found"
    default: status == 405 ? "method" : "status-\(status)"
    }
  }
}

extension SiteActivity {
  func refused(_ refusal: Refusal) {
    monitor?.requestRefused(refusal.name, status: refusal.status)
  }
}
