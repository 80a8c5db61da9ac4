@_spi(Internals) package import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// Writes when the effects of a store begin, end, and are canceled. An effect that is canceled before it begins leaves
/// no line.
package final class EffectRecorder: EffectInstrument {
  private let store: Int
  private let destination: any RecordingDestination

  /// - Parameters:
  ///   - store: The number of the store.
  ///   - destination: Receives the lines.
  package init(store: Int, destination: any RecordingDestination) {
    self.store = store
    self.destination = destination
  }

  package func effectBegan() {}

  package func effectEnded() {}

  package func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async {
    guard let number = destination.nextEffect() else { return await operation() }
    let beginning = RecordingLine.Effect.Beginning(
      reduction: effect.reduction,
      location: "\(effect.location.fileID):\(effect.location.line)",
      name: effect.name,
      ids: effect.cancellationIDs.map { destination.redaction.text(of: $0.base) }
    )
    append(.began(beginning), number)
    await withTaskCancellationHandler {
      await operation()
    } onCancel: {
      append(.canceled, number)
    }
    append(.ended, number)
  }

  private func append(_ event: RecordingLine.Effect.Event, _ number: Int) {
    destination.append(
      RecordingLine.Effect(store: store, number: number, time: destination.elapsed, event: event)
    )
  }
}
