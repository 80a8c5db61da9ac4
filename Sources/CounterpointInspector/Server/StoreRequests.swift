import CounterpointCore
@_spi(Internals) import CounterpointRecording
@_spi(Internals) import CounterpointSupport

/// Fulfills the requests of clients to one store. Safe to use from any thread; it runs on the store's actor.
final class StoreRequests: Sendable {
  /// The location of actions that clients send, in causes and in reported issues.
  private static let locationOfSends = SourceLocation.here()
  /// The number of states that are kept to be shown again.
  private static let historyLimit = 1_000

  private let permissions: Set<InspectorPermission>
  private let redaction: Redaction
  /// The history of the store; `nil` until the store is complete, and if no client may use it.
  private let history = Locked<StoreTravelerRef?>(nil)

  init(allowing permissions: Set<InspectorPermission>, redacting redaction: Redaction) {
    self.permissions = permissions
    self.redaction = redaction
  }

  /// Begins to keep what requests need, if clients may do more than look. Called on the store's actor.
  func begin<State, Action>(with store: StoreControl<State, Action>, number: Int, log: EventLog) {
    guard permissions.contains(.travel) || permissions.contains(.send) else { return }
    let history = StoreHistory(of: store, limit: permissions.contains(.travel) ? Self.historyLimit : 1)
    history.onChange = { [weak history] in
      guard let history else { return }
      log.shows(history.shown, store: number, refused: history.refusedActions)
    }
    self.history.withLock { $0 = StoreTravelerRef(history) }
  }

  /// Returns the state after an action. Throws if the state is not kept or can't be encoded.
  func state(after number: Int) async throws(InspectionError) -> JSONValue {
    guard permissions.contains(.travel) else { throw InspectionError("The program does not keep its states.") }
    return try await withHistory { [redaction] history throws(InspectionError) in
      let coder = RecordingCoder(redacting: redaction)
      let text: JSONText?
      do {
        text = try history.withState(after: number) { try $0.map(coder.encode) }
      } catch {
        throw InspectionError("The state after action \(number) can't be encoded: \(coder.reason(error)).")
      }
      guard let text else { throw InspectionError("\(StoreHistoryError.notKept(number))") }
      return try JSONValue(parsing: text)
    }
  }

  /// Shows an earlier moment, goes live, goes on from a moment, or sends an action. Throws if that isn't possible.
  func perform(_ request: InspectorRequest) async throws(InspectionError) {
    try await withHistory { [redaction] history throws(InspectionError) in
      if case .send(_, let action) = request { return try Self.send(action, to: history, redacting: redaction) }
      do throws(StoreHistoryError) {
        switch request {
        case .show(_, let number): try history.show(number)
        case .goLive: try history.goLive()
        case .resume(_, let number): try history.resume(from: number)
        case .send, .note: break
        }
      } catch {
        throw InspectionError("\(error)")
      }
    }
  }

  private static func send(
    _ action: JSONValue,
    to history: any StoreTraveler,
    redacting redaction: Redaction
  ) throws(InspectionError) {
    guard history.shown == nil else {
      throw InspectionError("The store shows an earlier moment, and refuses actions. Go live first.")
    }
    let isDecodable: Bool
    do {
      isDecodable = try history.send(at: locationOfSends) { type in
        try RecordingCoder(redacting: redaction).decode(type, from: action.json)
      }
    } catch {
      throw InspectionError("The action can't be decoded: \(RecordingCoder.describe(error)).")
    }
    guard isDecodable else { throw InspectionError("The store's actions are not 'Decodable', so none can be sent.") }
  }

  private func withHistory<Value: Sendable>(
    _ body: @Sendable (any StoreTraveler) throws(InspectionError) -> Value
  ) async throws(InspectionError) -> Value {
    guard let history = history.withLock({ $0 }), let value = try await history.withTraveler(body) else {
      throw InspectionError("The store was released.")
    }
    return value
  }
}
