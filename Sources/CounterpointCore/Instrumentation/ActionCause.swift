@_spi(Internals) package import CounterpointSupport

/// The reason for which a store handles an action.
package enum ActionCause: Sendable {
  /// The program sent the action: a view, a test, a binding.
  case user(SourceLocation)
  /// An observer of the store sent the action while it was notified.
  case observer(SourceLocation)
  /// An effect sent the action: the `.run` at this location, returned by the reduction with this number.
  case effect(SourceLocation, of: Int)
  /// The reduction with this number returned the action, with `.send`.
  case reducer(of: Int)

  /// The number of the reduction that led to the action; `nil` if the program or an observer sent it.
  package var reduction: Int? {
    switch self {
    case .user, .observer: nil
    case .effect(_, let number), .reducer(let number): number
    }
  }

  /// The location of the `send`, or of the `.run` whose effect sent the action.
  package var location: SourceLocation? {
    switch self {
    case .user(let location), .observer(let location), .effect(let location, _): location
    case .reducer: nil
    }
  }
}
