/// Counts the running effects of a store, and wraps their operations.
///
/// A store without an instrument pays for a comparison with `nil` when an effect starts, runs and ends, and allocates
/// nothing for it. The methods are called from any thread.
package protocol EffectInstrument: AnyObject, Sendable {
  /// An effect was registered. ``effectEnded()`` follows exactly once, even if the effect is canceled before it runs.
  func effectBegan()

  /// An effect has ended.
  func effectEnded()

  /// Runs the operation of an effect, in the effect's task.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - operation: The operation; to be called exactly once.
  func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async
}

/// The name of an effect and its place in the code.
package struct EffectDescription: Sendable {
  /// The name that the program gave to the effect's task.
  package let name: String?
  /// The file of the `.run`.
  package let fileID: StaticString
  /// The line of the `.run`.
  package let line: UInt
}

extension ViewStore {
  /// Sets the instrument for the effects of the whole store. Effects that run already stay with the instrument that
  /// they began with.
  ///
  /// Only on the store's actor. A store has one instrument: a later call replaces it.
  package func instrumentEffects(with instrument: any EffectInstrument) {
    hub.preconditionIsolated()
    hub.effectInstrument = instrument
  }
}
