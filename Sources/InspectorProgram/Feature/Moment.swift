import CounterpointInspector

/// A moment in the history of a store: the state after an action.
struct Moment: Hashable, Sendable {
  var store: Int
  var number: Int
}
