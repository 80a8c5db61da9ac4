/// Observes each reduction of a store, on the store's actor.
package protocol StoreInstrument<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The supervisor of the effects.
  var effects: any EffectScheduler { get }

  /// Called before the reducer runs.
  func willReduce(_ action: Action)

  /// Called after the reducer has run and before its effect starts.
  ///
  /// - Parameters:
  ///   - action: The reduced action.
  ///   - state: The resulting state.
  ///   - unit: The returned effect, `nil` if there is none.
  func didReduce(_ action: Action, to state: State, unit: EffectGroup?)

  /// Returns the action whose reduction returned a unit.
  func action(ofUnit number: Int) -> Action?
}
