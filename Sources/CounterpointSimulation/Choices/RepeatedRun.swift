/// A run to repeat, by the seeds that decide its choices, or by the choices themselves.
///
/// The text of a run with choices has a line for each:
///
/// ```
/// 17 with 2 choices
/// fault of 'crash shop', number 12: 1
/// order of 'shop', number 3: 2
/// ```
///
/// The seed decides random numbers and identifiers there. All choices that are not listed have the default.
struct RepeatedRun: Sendable {
  let seed: RunSeed
  /// The choices that differ from the default; `nil` if the seeds decide.
  private(set) var choices: [Choice]?

  init(_ seed: RunSeed) { self.seed = seed }

  /// - Parameter choices: The choices that differ from the default.
  init(_ seed: RunSeed, choices: [Choice]) {
    self.seed = RunSeed(seed.first)
    self.choices = choices
  }

  /// The run in a sentence.
  var name: String {
    guard let count = choices?.count else { return "\(seed)" }
    return "\(seed) with \(count) \(count == 1 ? "choice" : "choices")"
  }
}

extension RepeatedRun: LosslessStringConvertible {
  /// - Parameter text: The text of a run, as a failure has printed it.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard let head = lines.first?.wholeMatch(of: /(.+) with ([0-9]+) choices?/) else {
      guard let seed = RunSeed(text) else { return nil }
      self.init(seed)
      return
    }
    let choices = lines.dropFirst().map { Choice(String($0)) }
    guard let seed = RunSeed(String(head.1)), Int(head.2) == choices.count else { return nil }
    guard !choices.contains(where: { $0 == nil }) else { return nil }
    self.init(seed, choices: choices.compactMap(\.self))
  }

  var description: String { ([name] + (choices ?? []).map(\.description)).joined(separator: "\n") }
}

extension Choice: LosslessStringConvertible {
  /// - Parameter text: A line such as `order of 'shop', number 3: 2`.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([a-z]+) of '(.*)', number ([0-9]+): ([0-9]+)/) else { return nil }
    guard let kind = ChoiceKind(rawValue: String(match.1)), let number = UInt64(match.3), let value = Int(match.4)
    else {
      return nil
    }
    self.init(key: ChoiceKey(kind: kind, place: ChoicePlace(String(match.2)), number: number), value: value)
  }

  var description: String { "\(key.kind.rawValue) of '\(key.place.name)', number \(key.number): \(value)" }
}
