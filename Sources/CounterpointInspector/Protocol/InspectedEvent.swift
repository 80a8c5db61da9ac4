@_spi(Internals) public import CounterpointRecording

/// A permission of an inspector's client.
public enum InspectorPermission: String, CaseIterable, Hashable, Codable, Sendable {
  /// See actions and states.
  case look
  /// Show an earlier moment on the program's screens, and resume from it.
  case travel
  /// Send actions.
  case send
}

/// The state of a store at a moment.
@_spi(Internals) public struct InspectedState: Hashable, Sendable {
  /// The state, without the values that the program redacts.
  public var value: JSONValue
  /// The paths of the fields whose values a recording does not have, with dots. They show an older value.
  public var outdated: Set<String>
  /// The number of the earlier action after which a recording has this state, because it does not have the one after
  /// the requested action; `nil` if the state is that after the requested action.
  public var earlierNumber: Int?

  /// Creates a state that is complete, unless fields of an earlier one are in it.
  public init(_ value: JSONValue, outdated: Set<String> = [], earlierNumber: Int? = nil) {
    self.value = value
    self.outdated = outdated
    self.earlierNumber = earlierNumber
  }
}

/// Whether the state after an action was compared, so that its changes are known.
@_spi(Internals) public enum InspectedComparison: Hashable, Codable, Sendable {
  /// It was compared with the state after an earlier action: the one before, or an older one if the state is large.
  case since(Int)
  /// It was not compared, because the state is large, or because the program has ended before.
  case missing
  /// An older recording does not say it.
  case unknown
}

/// An event of an inspected program.
@_spi(Internals) public enum InspectedEvent: Hashable, Codable, Sendable {
  case store(InspectedStore)
  case action(InspectedAction)
  case result(InspectedResult)
  /// The state after an action was compared, other than the event of the action says, or not compared after all.
  case compared(store: Int, number: Int, InspectedComparison)
  /// Code outside the store has changed a shared value.
  case shared(store: Int, name: String, value: JSONValue)
  case effectBegan(InspectedEffect)
  /// An effect was canceled. It ends when its operation returns.
  case effectCanceled(store: Int, id: Int, time: Int64)
  case effectEnded(store: Int, id: Int, time: Int64)
  /// The moment that the store's views show, `nil` for the present, and how many actions of users it has refused.
  case shown(store: Int, number: Int?, refused: Int)
  /// The store went on from the moment after an earlier action. The actions between it and the last one are forgotten.
  case resumed(store: Int, from: Int, last: Int)
  /// A store was released.
  case storeEnded(Int)
  /// A note at a moment.
  case note(store: Int, number: Int, text: String)
  /// So many events were left out, because the client was too slow or because they are not kept any more.
  case missed(Int)
}

/// A store that a program has made.
@_spi(Internals) public struct InspectedStore: Hashable, Codable, Sendable {
  /// The number in the order of creation, which identifies the store.
  public var number: Int
  /// The qualified name of the reducer's type.
  public var feature: String
  /// The name that the program gave to the store.
  public var label: String?
  /// The number of the oldest moment whose state is kept.
  public var oldest: Int

  /// Creates a store.
  public init(number: Int, feature: String, label: String? = nil, oldest: Int = 0) {
    self.number = number
    self.feature = feature
    self.label = label
    self.oldest = oldest
  }
}

/// An action that a store has handled.
@_spi(Internals) public struct InspectedAction: Hashable, Codable, Sendable {
  /// The source of an action.
  public enum Cause: Hashable, Codable, Sendable {
    case user(String)
    case observer(String)
    case effect(of: Int, String)
    case reducer(of: Int)
  }

  /// The number of the store.
  public var store: Int
  /// The number of the action in its store.
  public var number: Int
  /// The microseconds since the program began to be inspected.
  public var time: Int64
  /// The source of the action.
  public var cause: Cause
  /// The action as it was coded; `nil` if it can't be. It is parsed when it is looked at, because most are not.
  public var text: JSONText?
  /// The action as text and why it can't be coded, if it can't be.
  public var opaque: String?
  /// The comparison of the state with the one before.
  public var comparison: InspectedComparison

  /// Creates an action; without a text, its value can't be encoded.
  public init(
    store: Int,
    number: Int,
    time: Int64,
    cause: Cause,
    text: JSONText?,
    opaque: String? = nil,
    comparison: InspectedComparison? = nil
  ) {
    self.store = store
    self.number = number
    self.time = time
    self.cause = cause
    self.text = text
    self.opaque = opaque
    self.comparison = comparison ?? .since(number - 1)
  }

  /// The action; `nil` if it can't be coded, or if its text is damaged.
  public var action: JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }
}

/// The outcome of an action's reduction.
@_spi(Internals) public struct InspectedResult: Hashable, Codable, Sendable {
  /// A value that the reducer read from a dependency.
  public struct Read: Hashable, Codable, Sendable {
    /// The name of the dependency.
    public var name: String
    /// The value as it was coded; `nil` if it can't be.
    public var text: JSONText?

    /// Creates a read; without a text, its value can't be encoded.
    public init(name: String, text: JSONText?) {
      self.name = name
      self.text = text
    }

    /// The decoded text.
    public var value: JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }
  }

  /// The number of the store.
  public var store: Int
  /// The number of the action in its store.
  public var number: Int
  /// The microseconds that the reducer took; `nil` in a recording.
  public var duration: Int64?
  /// The reads of the reducer, in order.
  public var reads: [Read]
  /// The fields that have changed, by their paths with dots.
  public var changedFields: [String]
  /// The number of the action since which the fields may have changed, if it is not the one before; otherwise `nil`.
  public var changedSince: Int?

  /// Creates an outcome.
  public init(
    store: Int,
    number: Int,
    duration: Int64? = nil,
    reads: [Read] = [],
    changedFields: [String] = [],
    changedSince: Int? = nil
  ) {
    self.store = store
    self.number = number
    self.duration = duration
    self.reads = reads
    self.changedFields = changedFields
    self.changedSince = changedSince
  }
}

/// An effect in flight.
@_spi(Internals) public struct InspectedEffect: Hashable, Codable, Sendable {
  /// The number of the store.
  public var store: Int
  /// The number that identifies the effect in its store.
  public var id: Int
  /// The number of the action whose reduction returned the effect.
  public var action: Int
  /// The name that the program gave the task.
  public var name: String?
  /// The ids under which the effect can be canceled, as text, the innermost first.
  public var cancellationIDs: [String]
  /// The file and line of the `.run`.
  public var location: String
  /// The start, in microseconds since the program began to be inspected.
  public var time: Int64

  /// Creates an effect.
  public init(
    store: Int,
    id: Int,
    action: Int,
    name: String?,
    cancellationIDs: [String] = [],
    location: String,
    time: Int64
  ) {
    self.store = store
    self.id = id
    self.action = action
    self.name = name
    self.cancellationIDs = cancellationIDs
    self.location = location
    self.time = time
  }
}

/// A command of an inspector to a program.
@_spi(Internals) public enum InspectorRequest: Hashable, Codable, Sendable {
  /// Show a moment of a store on the program's screens. Needs ``InspectorPermission/travel``.
  case show(store: Int, number: Int)
  case goLive(store: Int)
  /// Go on from a moment: later moments are forgotten, and effects are canceled.
  case resume(store: Int, number: Int)
  /// Needs ``InspectorPermission/send``.
  case send(store: Int, action: JSONValue)
  case note(store: Int, number: Int, text: String)
}
