import CounterpointCore
@_spi(Internals) package import CounterpointSupport

/// The history of a store of any type, for an inspector. Used on the store's actor.
package protocol StoreTraveler: AnyObject {
  /// The number of the moment that the store shows; `nil` for the present.
  var shown: Int? { get }

  /// The number of actions that were refused because an earlier moment was shown.
  var refusedActions: Int { get }

  /// The numbers of the oldest and of the latest moment that is kept.
  var range: ClosedRange<Int> { get }

  /// Called when ``shown`` or ``refusedActions`` has changed.
  var onChange: (() -> Void)? { get set }

  func show(_ number: Int) throws(StoreHistoryError)

  func goLive() throws(StoreHistoryError)

  func resume(from number: Int) throws(StoreHistoryError)

  /// Calls a function with the state of a moment; with `nil` if it is not kept.
  func withState<Result>(after number: Int, _ body: (Any?) throws -> Result) rethrows -> Result

  /// Sends an action, as the program would: it is refused while an earlier moment is shown.
  ///
  /// - Parameter decode: Decodes a value of the action's type. Not called if the type is not `Decodable`.
  /// - Returns: Whether the type of the action is `Decodable`.
  func send(at location: SourceLocation, decode: (any Decodable.Type) throws -> Any) throws -> Bool
}

extension StoreHistory: StoreTraveler {
  package func send(at location: SourceLocation, decode: (any Decodable.Type) throws -> Any) throws -> Bool {
    guard let type = Action.self as? any Decodable.Type else { return false }
    guard let action = try decode(type) as? Action else {
      preconditionFailure("The decoded action is not of type \(Action.self).")
    }
    send(action, at: location)
    return true
  }
}

/// A sendable, weak reference to the history of a store: it reaches the store's actor from anywhere.
package struct StoreTravelerRef: Sendable {
  private let target: Target

  /// Creates a reference. To be called on the store's actor.
  package init<State, Action>(_ history: StoreHistory<State, Action>) {
    target = Target(history, actor: history.actor)
  }

  /// Runs a function with the history on the store's actor.
  ///
  /// - Parameter body: Runs without a suspension.
  /// - Returns: The result of `body`; `nil` if the store was released.
  package func withTraveler<Value: Sendable, Failure: Error>(
    _ body: @Sendable (any StoreTraveler) throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    guard let actor = target.actor else { return nil }
    return try await withTraveler(on: actor, body)
  }

  private func withTraveler<Value: Sendable, Failure: Error>(
    on actor: isolated any Actor,
    _ body: @Sendable (any StoreTraveler) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let traveler = unsafe target.traveler else { return nil }
    return try body(traveler)
  }

  private final class Target: Sendable {
    weak let actor: (any Actor)?
    // Safe because it is read on the store's actor only.
    nonisolated(unsafe) weak let traveler: (any StoreTraveler)?

    init(_ traveler: any StoreTraveler, actor: (any Actor)?) {
      self.actor = actor
      unsafe self.traveler = traveler
    }
  }
}
