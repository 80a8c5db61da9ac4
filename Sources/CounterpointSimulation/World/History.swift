@_spi(Internals) import CounterpointSupport

/// The operations of all clients of a service, with their answers, in the order in which they began and ended.
///
/// A service is linearizable if each operation could have happened at one moment between its beginning and its end. So
/// an operation that begins after another one has ended sees its effect, whichever machine has answered.
///
/// ```swift
/// let history = History<String, Int>()
/// let programs = (1...3).map { number in
///   world.machine("program\(number)") {
///     let count = Shared(wrappedValue: 0, .etcd("count", cluster: etcd.cluster()))
///     for _ in 0..<10 {
///       try await history.perform("increment") { try await count.withTransaction { $0 += 1; return $0 } }
///     }
///   }
/// }
/// ```
///
/// Safe to use from all machines of a world.
public final class History<Operation: Equatable & Sendable, Answer: Equatable & Sendable>: Sendable {
  private struct Entry {
    let operation: Operation
    let beginning: Int
    /// The answer, and when it arrived; `nil` if none is known.
    var end: (answer: Answer, time: Int)?
  }

  private struct Contents {
    var entries: [Entry] = []
    /// The number of beginnings and ends.
    var time = 0
  }

  private let contents = Locked(Contents())

  /// Creates an empty history.
  public init() {}

  /// The number of operations that have an answer.
  public var answeredCount: Int { contents.withLock { $0.entries.count { $0.end != nil } } }

  /// Performs an operation, and notes when it begins and ends.
  ///
  /// An operation that throws, or whose program is killed, may have happened at any time after its beginning, or never.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - perform: Asks the service.
  /// - Returns: The answer.
  /// - Throws: The error of `perform`.
  @discardableResult
  public nonisolated(nonsending) func perform(
    _ operation: Operation,
    _ perform: nonisolated(nonsending) () async throws -> Answer
  ) async rethrows -> Answer {
    let number = begin(operation)
    let answer = try await perform()
    end(number, answer)
    return answer
  }

  /// Notes that an operation begins, and returns its number.
  func begin(_ operation: Operation) -> Int {
    contents.withLock { contents in
      contents.time += 1
      contents.entries.append(Entry(operation: operation, beginning: contents.time))
      return contents.entries.count - 1
    }
  }

  /// Notes the answer to an operation.
  func end(_ number: Int, _ answer: Answer) {
    contents.withLock { contents in
      contents.time += 1
      contents.entries[number].end = (answer, contents.time)
    }
  }

  /// Returns whether the operations have an order in which each could have happened, with its answer.
  ///
  /// Tries no combination of performed operations and state twice. O(*n*²) if few operations overlap, and exponential
  /// in the number of those that overlap. Operations without an answer overlap with all later ones, but equal ones are
  /// interchangeable, and those that change nothing are left out.
  ///
  /// - Parameters:
  ///   - state: The state of the service at the beginning.
  ///   - limit: The number of combinations to try.
  ///   - apply: Performs an operation on the state, and returns the answer.
  /// - Throws: ``HistoryIsTooLong`` if more combinations are needed: the answer is unknown.
  public func isLinearizable<State: Hashable>(
    from state: State,
    limit: Int = 1_000_000,
    _ apply: (inout State, Operation) -> Answer
  ) throws(HistoryIsTooLong) -> Bool {
    let entries = contents.withLock(\.entries)
    let answered = entries.indices.filter { entries[$0].end != nil }
    var open = [Linearization(performed: NumberSet(below: entries.count), state: state)]
    var seen = Set(open)
    while let position = open.popLast() {
      if seen.count > limit { throw HistoryIsTooLong(operations: entries.count, limit: limit) }
      let ends = answered.lazy.filter { !position.performed.contains($0) }.compactMap { entries[$0].end?.time }
      // An operation can't be the next one if another one has ended before it began.
      guard let firstEnd = ends.min() else { return true }
      var unanswered: [Operation] = []
      for number in entries.indices where !position.performed.contains(number) {
        let entry = entries[number]
        guard entry.beginning < firstEnd else { break }
        if entry.end == nil {
          if unanswered.contains(entry.operation) { continue }
          unanswered.append(entry.operation)
        }
        var next = position
        let answer = apply(&next.state, entry.operation)
        if let end = entry.end {
          if end.answer != answer { continue }
        } else if next.state == position.state {
          continue
        }
        next.performed.insert(number)
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return false
  }
}

extension History: CustomStringConvertible {
  /// The operations by their beginnings, each with its answer, and with the numbers of its beginning and its end among
  /// those of all operations.
  public var description: String {
    let entries = contents.withLock(\.entries)
    return entries.map { entry in
      let end = entry.end.map { "\($0.time)  \(entry.operation): \($0.answer)" }
      return "\(entry.beginning)–\(end ?? "?  \(entry.operation)")"
    }.joined(separator: "\n")
  }
}

/// The search for an order of the operations of a ``History`` has come to its limit. The reason is mostly that many
/// operations without an answer overlap. Let clients read back what they don't know, or check the history more often.
public struct HistoryIsTooLong: Error, CustomStringConvertible {
  /// The number of operations.
  public let operations: Int
  /// The limit of the combinations that were tried.
  public let limit: Int

  /// The reason.
  public var description: String {
    "It is unknown whether \(operations) operations are linearizable: \(limit) combinations were tried. Increase the limit, or end the history earlier."
  }
}

/// The operations that have been performed, and the state after them.
private struct Linearization<State: Hashable>: Hashable {
  var performed: NumberSet
  var state: State
}

/// A set of numbers below a limit.
private struct NumberSet: Hashable {
  private var words: [UInt64]

  init(below limit: Int) { words = [UInt64](repeating: 0, count: (limit + 63) / 64) }

  func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }
  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }
}
