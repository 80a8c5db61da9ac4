import CounterpointRecording

/// The requests of an inspector's clients to a store. The functions run on the store's actor.
protocol InspectedStoreControl: AnyObject, Sendable {
  /// Returns the state after an action. Throws if the state is not kept or can't be encoded.
  func state(after number: Int) async throws(InspectionError) -> JSONValue

  /// Shows an earlier moment, goes live, goes on from a moment, or sends an action. Throws if that isn't possible.
  func perform(_ request: InspectorRequest) async throws(InspectionError)
}
