import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// The reason for which a store has handled an action. Locations are written as `Module/File.swift:12`.
public enum StoreHistoryCause: Hashable, Sendable {
  /// The program sent the action: a view, a binding.
  case user(String)
  /// An observer of the store sent the action while it was notified.
  case observer(String)
  /// An effect sent the action: the `.run` at the location, returned by the reduction with the number.
  case effect(of: Int, String)
  /// The reduction with the number returned the action, with `.send`.
  case reducer(of: Int)

  init(_ cause: ActionCause) {
    switch cause {
    case .user(let location): self = .user(Self.text(location))
    case .observer(let location): self = .observer(Self.text(location))
    case .effect(let location, let number): self = .effect(of: number, Self.text(location))
    case .reducer(let number): self = .reducer(of: number)
    }
  }

  private static func text(_ location: SourceLocation) -> String {
    "\(location.fileID):\(location.line)"
  }
}

/// The reason for which a history can't show a moment.
public enum StoreHistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The moment with this number is older than those that are kept, was forgotten, or has not been yet.
  case notKept(Int)
  /// The store was released.
  case storeWasReleased
  /// The store is handling an action or notifying observers. Try again when that has returned.
  case storeIsBusy

  /// The reason, and what to do about it.
  public var description: String {
    switch self {
    case .notKept(let number): "The state after action \(number) is not kept. Show one of the history's 'moments'."
    case .storeWasReleased: "The store was released. Its history can't be shown any more."
    case .storeIsBusy:
      "The store is handling an action. Show another moment after that, not in a reducer or an observer."
    }
  }
}
