@_spi(Internals) import CounterpointInspector

/// A moment in the history of a store: the state after an action.
struct Moment: Hashable, Sendable, Codable {
  var store: Int
  /// The number of the action; 0 is the initial state.
  var number: Int
}

/// The kind of an action's cause.
enum CauseKind: String, CaseIterable, Hashable, Sendable, Codable {
  case user, observer, effect, reducer
}

/// An action of the timeline, in little space. Strings are numbers of ``InternedStrings``.
struct ActionRecord: Hashable, Sendable {
  var time: Int64
  var store: Int32
  var number: Int32
  /// The number of the action that has caused this one; -1 if there is none.
  var parent: Int32
  /// The microseconds that the reducer took; -1 if they are unknown.
  var duration: Int32 = -1
  var name: Int32
  /// The source location of the cause.
  var location: Int32
  /// The changed fields, separated by commas.
  var changedFields: Int32
  var comparison: RecordComparison
  var depth: UInt16
  var cause: CauseKind
  /// Whether ``text`` is not JSON, because the action can't be coded.
  var isOpaque: Bool
  var text: TextStore.Span
  /// The reads as an array of names and values.
  var reads: TextStore.Span = .none

  var moment: Moment { Moment(store: Int(store), number: Int(number)) }
}

/// An `InspectedComparison` in little space.
enum RecordComparison: Hashable, Sendable {
  case since(Int32)
  case missing
  case unknown

  init(_ comparison: InspectedComparison) {
    self =
      switch comparison {
      case .since(let number): .since(Int32(clamping: number))
      case .missing: .missing
      case .unknown: .unknown
      }
  }
}

extension ActionRecord {
  /// A remark for the list of actions, if the state after the action was not compared; otherwise `nil`.
  var comparisonMark: String? {
    switch comparison {
    case .since: nil
    case .missing: "not compared"
    case .unknown: "maybe not compared"
    }
  }
}

extension InspectedAction.Cause {
  var kind: CauseKind {
    switch self {
    case .user: .user
    case .observer: .observer
    case .effect: .effect
    case .reducer: .reducer
    }
  }

  var parent: Int? {
    switch self {
    case .user, .observer: nil
    case .effect(let number, _), .reducer(let number): number
    }
  }

  var location: String {
    switch self {
    case .user(let location), .observer(let location), .effect(_, let location): location
    case .reducer: ""
    }
  }
}
