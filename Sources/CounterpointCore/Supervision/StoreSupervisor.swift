/// Sees each reduction of a store. Used where the store lives.
package protocol StoreSupervisor<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Watches over the effects.
  var effects: any EffectSupervisor { get }

  /// The reducer is about to run.
  func willReduce(_ action: Action)

  /// The reducer has run, and nothing of its effect yet.
  ///
  /// - Parameters:
  ///   - action: What it was given.
  ///   - state: What it has made of the state.
  ///   - unit: What it returned, `nil` for no effect.
  func didReduce(_ action: Action, to state: State, unit: EffectUnit?)

  /// The action whose reduction returned what is in flight under a number.
  func action(ofUnit number: Int) -> Action?
}
