/// The seeds that decide the choices of a run: one, or several in turn.
///
/// A run with several begins as the run with the first one, and goes on as no other run does.
struct RunSeed: Sendable, Hashable {
  /// A seed that decides from a choice on.
  struct Change: Sendable, Hashable {
    /// The number of choices before.
    let choice: Int
    let seed: Int
  }

  /// The seed that decides the first choices, and the random numbers of all processes.
  let first: Int
  /// The seeds that follow, in their order.
  private(set) var changes: [Change] = []

  init(_ seed: Int) { first = seed }

  /// Returns the seeds of a run that begins as this one.
  ///
  /// - Parameter count: The number of choices that both runs have in common.
  func prefix(_ count: Int) -> Self {
    var prefix = self
    prefix.changes.removeAll { $0.choice >= count }
    return prefix
  }

  /// Lets another seed decide from a choice on.
  func continued(by seed: Int, from choice: Int) -> Self {
    var continued = prefix(choice)
    continued.changes.append(Change(choice: choice, seed: seed))
    return continued
  }
}

extension RunSeed: LosslessStringConvertible {
  /// - Parameter text: A seed such as `17`, or several such as `17,830:42`: 17 decides 830 choices, and 42 the others.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = Int(parts[0]) else { return nil }
    self.init(first)
    for part in parts.dropFirst() {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let choice = numbers[0], let seed = numbers[1] else { return nil }
      guard choice > changes.last?.choice ?? -1 else { return nil }
      changes.append(Change(choice: choice, seed: seed))
    }
  }

  var description: String { (["\(first)"] + changes.map { "\($0.choice):\($0.seed)" }).joined(separator: ",") }
}
