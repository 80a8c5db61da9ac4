@_spi(Internals) package import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation

/// Describes events in lines of text.
package enum TextOfEvent {
  /// Returns the text of an event for a terminal, without the end of a line.
  package static func line(_ event: InspectedEvent) -> String { printable(text(of: event)) }

  private static func text(of event: InspectedEvent) -> String {
    switch event {
    case .store(let store):
      "store \(store.number) \(store.feature)\(store.label.map { " (\($0))" } ?? "")"
    case .action(let action):
      "\(seconds(action.time)) #\(action.store).\(action.number) "
        + "\(action.action.map(text) ?? action.opaque ?? "?") ← \(cause(action.cause))\(mark(of: action))"
    case .result(let result):
      "    #\(result.store).\(result.number)"
        + (result.duration.map { " took \($0) µs" } ?? "")
        + (result.changedFields.isEmpty ? "" : ", changed \(result.changedFields.joined(separator: ", "))")
        + (result.changedSince.map { " in one of .\($0 &+ 1) to .\(result.number)" } ?? "")
        + result.reads.map { ", read \($0.name) = \($0.value.map(text) ?? "?")" }.joined()
    case .compared(let store, let number, .since(let old)):
      "    #\(store).\(number) compared with the state after #\(store).\(old)"
    case .compared(let store, let number, _): "    #\(store).\(number) not compared"
    case .shared(let store, let name, let value):
      "    shared value \(name) = \(text(value)), as store \(store) reads it"
    case .effectBegan(let effect):
      "\(seconds(effect.time)) effect \(effect.id)\(effect.name.map { " '\($0)'" } ?? "")"
        + " of #\(effect.store).\(effect.action) began at \(effect.location)"
        + (effect.cancellationIDs.isEmpty ? "" : ", id \(effect.cancellationIDs.joined(separator: ", "))")
    case .effectCanceled(_, let id, let time): "\(seconds(time)) effect \(id) was canceled"
    case .effectEnded(_, let id, let time): "\(seconds(time)) effect \(id) ended"
    case .shown(let store, nil, _): "store \(store) shows the present"
    case .shown(let store, let number?, let refused):
      "store \(store) shows the moment after #\(store).\(number), refused \(refused)"
    case .resumed(let store, let number, _): "store \(store) goes on from the moment after #\(store).\(number)"
    case .storeEnded(let store): "store \(store) ended"
    case .note(let store, let number, let text): "note at #\(store).\(number): \(text)"
    case .missed(let count): "… \(count) events are missing"
    }
  }

  private static func mark(of action: InspectedAction) -> String {
    switch action.comparison {
    case .since(let old): old < action.number &- 1 ? ", compared with the state after .\(old)" : ""
    case .missing: ", not compared"
    case .unknown: ", maybe not compared"
    }
  }

  private static func seconds(_ microseconds: Int64) -> String { secondsText(microseconds) }

  private static func text(_ value: JSONValue) -> String { value.json.description }

  private static func cause(_ cause: InspectedAction.Cause) -> String {
    switch cause {
    case .user(let place): "user at \(place)"
    case .observer(let place): "observer at \(place)"
    case .effect(let number, let place): "effect of .\(number) at \(place)"
    case .reducer(let number): "reducer of .\(number)"
    }
  }
}
