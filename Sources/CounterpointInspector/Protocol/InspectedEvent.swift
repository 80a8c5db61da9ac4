package import CounterpointRecording

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
package struct InspectedState: Hashable, Sendable {
  package var value: JSONValue
  /// The paths of the fields whose values a recording does not have, with dots. They show an older value.
  package var outdated: Set<String>
  /// The number of the earlier action after which a recording has this state, because it does not have the one after
  /// the requested action; `nil` if the state is that after the requested action.
  package var earlierNumber: Int?

  package init(_ value: JSONValue, outdated: Set<String> = [], earlierNumber: Int? = nil) {
    self.value = value
    self.outdated = outdated
    self.earlierNumber = earlierNumber
  }
}

/// Whether the state after an action was compared, so that its changes are known.
package enum InspectedComparison: Hashable, Codable, Sendable {
  /// It was compared with the state after an earlier action: the one before, or an older one if the state is large.
  case since(Int)
  /// It was not compared, because the state is large, or because the program has ended before.
  case missing
  /// An older recording does not say it.
  case unknown
}

/// An event of an inspected program.
package enum InspectedEvent: Hashable, Codable, Sendable {
  case store(InspectedStore)
  case action(InspectedAction)
  case result(InspectedResult)
  /// The state after an action was compared, other than the event of the action says, or not compared after all.
  case compared(store: Int, number: Int, InspectedComparison)
  /// Code outside the store has changed a shared value.
  case shared(store: Int, name: String, value: JSONValue)
  case effectBegan(InspectedEffect)
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

package struct InspectedStore: Hashable, Codable, Sendable {
  package var number: Int
  /// The qualified name of the reducer's type.
  package var feature: String
  package var label: String?
  /// The number of the oldest moment whose state is kept.
  package var oldest: Int

  package init(number: Int, feature: String, label: String? = nil, oldest: Int = 0) {
    self.number = number
    self.feature = feature
    self.label = label
    self.oldest = oldest
  }
}

package struct InspectedAction: Hashable, Codable, Sendable {
  package enum Cause: Hashable, Codable, Sendable {
    case user(String)
    case observer(String)
    case effect(of: Int, String)
    case reducer(of: Int)
  }

  package var store: Int
  package var number: Int
  /// The microseconds since the program began to be inspected.
  package var time: Int64
  package var cause: Cause
  /// The action as it was coded; `nil` if it can't be. It is parsed when it is looked at, because most are not.
  package var text: JSONText?
  /// The action as text and why it can't be coded, if it can't be.
  package var opaque: String?
  package var comparison: InspectedComparison

  package init(
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
  package var action: JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }
}

package struct InspectedResult: Hashable, Codable, Sendable {
  package struct Read: Hashable, Codable, Sendable {
    package var name: String
    /// The value as it was coded; `nil` if it can't be.
    package var text: JSONText?

    package init(name: String, text: JSONText?) {
      self.name = name
      self.text = text
    }

    package var value: JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }
  }

  package var store: Int
  package var number: Int
  /// The microseconds that the reducer took; `nil` in a recording.
  package var duration: Int64?
  package var reads: [Read]
  /// The fields that have changed, by their paths with dots.
  package var changedFields: [String]
  /// The number of the action since which the fields may have changed, if it is not the one before; otherwise `nil`.
  package var changedSince: Int?

  package init(
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

package struct InspectedEffect: Hashable, Codable, Sendable {
  package var store: Int
  package var id: Int
  /// The number of the action whose reduction returned the effect.
  package var action: Int
  /// The name that the program gave the task.
  package var name: String?
  /// The file and line of the `.run`.
  package var location: String
  package var time: Int64

  package init(store: Int, id: Int, action: Int, name: String?, location: String, time: Int64) {
    self.store = store
    self.id = id
    self.action = action
    self.name = name
    self.location = location
    self.time = time
  }
}

package enum InspectorRequest: Hashable, Codable, Sendable {
  /// Show a moment of a store on the program's screens. Needs ``InspectorPermission/travel``.
  case show(store: Int, number: Int)
  case goLive(store: Int)
  /// Go on from a moment: later moments are forgotten, and effects are canceled.
  case resume(store: Int, number: Int)
  /// Needs ``InspectorPermission/send``.
  case send(store: Int, action: JSONValue)
  case note(store: Int, number: Int, text: String)
}
