@_spi(Internals) import CounterpointInspector

/// A store of the inspected program, with the positions of its actions.
struct StoreRecord: Equatable, Sendable {
  var description: InspectedStore
  /// The moment that the store's views show; `nil` for the present.
  var shown: Int?
  /// The number of users' actions that the store has refused.
  var refused = 0
  var hasEnded = false
  /// The notes at moments.
  var notes: [Int: String] = [:]
  /// The positions of the store's actions in the timeline, in the order of their numbers.
  var positions = ChunkedArray<Int32>()
  /// The jumps to earlier moments, after which the store went on from there.
  var resumes: [Resume] = []

  struct Resume: Hashable, Sendable {
    /// The number of the moment's action.
    let from: Int
    /// The number of the last action before.
    let last: Int
  }

  /// Returns whether a jump has forgotten the action with a number.
  func hasForgotten(_ number: Int) -> Bool {
    resumes.contains { $0.from < number && number <= $0.last }
  }

  /// The type's name without its module, and the label of the store.
  var title: String {
    let name = description.feature.split(separator: ".").last.map(String.init) ?? description.feature
    return description.label.map { "\(name) “\($0)”" } ?? name
  }
}

/// A change of a shared value by code outside the store.
struct SharedChange: Hashable, Sendable {
  var name: String
  var value: String
  /// The last action of the store before the change.
  var moment: Moment
}
