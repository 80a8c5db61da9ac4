import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing

/// A key whose behavior a test defines.
struct ScriptedKey<Value: Sendable>: SharedKey {
  /// The behavior of the key. A struct, because reading a stored closure of a generic type directly wraps it again each
  /// time.
  struct Script: Sendable {
    /// Answers loads at once, if set.
    var answer: (@Sendable () -> Result<Value?, any Error>)?
    /// Called with each saved value. Resumes the continuation.
    var onSave: @Sendable (Value, SaveContinuation) -> Void = { _, continuation in continuation.resume() }
  }

  final class Place: Sendable {
    let loads = Locked<[LoadContinuation<Value>]>([])
    let subscribers = Locked<[SharedSubscriber<Value>]>([])
    let saved = Recorder<Value>()
    let contexts = Recorder<SaveContext>()
    let cancelled = Recorder<Int>()
    let script = Locked(Script())

    var subscriber: SharedSubscriber<Value>? { subscribers.withLock { $0.last } }
    func nextLoad() -> LoadContinuation<Value>? { loads.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  }

  let place: Place
  var id: ObjectIdentifier { ObjectIdentifier(place) }

  init(_ place: Place) {
    self.place = place
  }

  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if let answer = place.script.withLock({ $0 }).answer {
      continuation.resume(with: answer())
    } else {
      place.loads.withLock { $0.append(continuation) }
    }
  }

  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let number = place.subscribers.withLock { subscribers in
      subscribers.append(subscriber)
      return subscribers.count
    }
    return SharedSubscription { [place] in place.cancelled.note(number) }
  }

  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    place.saved.note(value)
    place.contexts.note(context)
    place.script.withLock { $0 }.onSave(value, continuation)
  }
}

struct Failure: Error, Equatable {
  var name = "failure"
}
