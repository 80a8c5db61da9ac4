import Foundation

/// The coverage and the finding of an exploration; the result of `explore`.
public struct ExplorationReport<Action> {
  /// The number of different states, including the initial one. Two states with different effects in flight count as
  /// different.
  public internal(set) var states = 1
  /// The number of executions of the feature.
  public internal(set) var runs = 0
  /// The number of steps up to which all sequences of steps were explored.
  public internal(set) var depth = 0
  /// The shortest way to a failure; `nil` if none was found.
  public internal(set) var counterexample: Counterexample<Action>?

  var isComplete = false
  /// The reason for which the exploration stopped early.
  var limit: String?
  var seed: Int?

  /// The coverage, as in "12,259 states, all to depth 12".
  public var summary: String {
    if let seed {
      return "\(count(runs)) random runs with seed \(seed)" + (limit.map { ", stopped by the limit of \($0)" } ?? "")
    }
    let states = "\(count(states)) state\(states == 1 ? "" : "s")"
    if let limit { return "stopped by the limit of \(limit) after \(states) at depth \(depth)" }
    guard isComplete else { return "\(states), all to depth \(depth)" }
    return "\(states), all that can be reached, in \(depth) steps or less"
  }

  private func count(_ number: Int) -> String {
    let digits = Array(String(number))
    return String(
      digits.indices.flatMap { ($0 > 0 && (digits.count - $0) % 3 == 0 ? [","] : []) + [digits[$0]] }
    )
  }
}

/// The kind of the failure at the end of a ``Counterexample``.
public enum CounterexampleKind: Hashable, Sendable {
  /// A state lacks a property that it must always have.
  case invariant
  /// An issue was reported, by the library or by the program.
  case issue
  /// An effect runs without end.
  case endlessEffect
  /// Effects are in flight, and no further event is possible.
  case deadlock
}

/// A sequence of steps that leads to a failure.
public struct Counterexample<Action> {
  /// The kind of the failure at its end.
  public let kind: CounterexampleKind
  /// A description of what is wrong.
  public let message: String
  /// The steps, in order.
  public let steps: [OrderStep]
  /// The actions of the steps ``OrderStep/send``, in order.
  public let actions: [Action]
  /// The source of a test that fails because of this failure.
  public internal(set) var test = ""
  /// The recording of the steps; `nil` if it could not be written.
  var recording: Data?
}

/// The limits of an exploration. It stops at the first one that it reaches.
public struct ExplorationBudget: Hashable, Sendable {
  /// The number of states.
  public var states: Int
  /// The real time.
  public var time: Duration
  /// The bytes that the explored states may take.
  public var memory: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - states: The number of states.
  ///   - time: The real time.
  ///   - memory: The bytes that the explored states may take.
  public init(states: Int = 100_000, time: Duration = .seconds(60), memory: Int = 256 << 20) {
    self.states = states
    self.time = time
    self.memory = memory
  }
}

/// The choice of the sequences of steps that an exploration runs.
public enum ExplorationStrategy: Hashable, Sendable {
  /// All sequences, the shorter ones first. No state is visited twice.
  case exhaustive
  /// Random sequences, the same for the same seed. A failure is then shortened.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - runs: The number of sequences.
  case random(seed: Int, runs: Int)
}
