import DequeModule

/// A queue of executors in which the addresses of their clients take turns.
///
/// An address with many executors delays those of others by one at a time, and has a limited number of runs at once.
/// Executors without an address take turns as if each had one of its own. All operations are amortized O(1).
struct FairQueue: Sendable {
  /// The unit that takes turns.
  private enum Owner: Hashable, Sendable {
    case address(AddressKey)
    case executor(ObjectIdentifier)

    init(_ executor: SessionExecutor) {
      self = executor.address.map { Owner.address($0) } ?? .executor(ObjectIdentifier(executor))
    }
  }

  private struct Line: Sendable {
    var executors: Deque<SessionExecutor> = []
    var runs = 0
  }

  private var lines: [Owner: Line] = [:]
  /// The owners that can run one of their executors, in the order of their turns.
  private var turns: Deque<Owner> = []
  private let limit: Int

  /// Creates an empty queue.
  ///
  /// - Parameter limit: The maximum number of runs of one address at once.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether no executor can run now.
  var isEmpty: Bool { turns.isEmpty }

  /// Adds an executor, behind the others of its address.
  mutating func append(_ executor: SessionExecutor) {
    let owner = Owner(executor)
    let isFirst = update(owner) { [limit] line in
      line.executors.append(executor)
      return line.executors.count == 1 && line.runs < limit
    }
    if isFirst { turns.append(owner) }
  }

  /// Removes the executor whose turn it is. Call ``didRun(_:)`` afterward.
  mutating func popFirst() -> SessionExecutor? {
    guard let owner = turns.popFirst() else { return nil }
    let (executor, hasNext) = update(owner) { [limit] line in
      line.runs += 1
      return (line.executors.popFirst(), !line.executors.isEmpty && line.runs < limit)
    }
    if hasNext { turns.append(owner) }
    return executor
  }

  /// Ends the run of an executor that was removed.
  mutating func didRun(_ executor: SessionExecutor) {
    let owner = Owner(executor)
    let hasWaited = update(owner) { [limit] line in
      line.runs -= 1
      return !line.executors.isEmpty && line.runs == limit - 1
    }
    if hasWaited { turns.append(owner) }
  }

  private mutating func update<Result>(_ owner: Owner, _ body: (inout Line) -> Result) -> Result {
    // Removed meanwhile, so that the executors are changed in place.
    var line = lines.removeValue(forKey: owner) ?? Line()
    defer { if line.runs > 0 || !line.executors.isEmpty { lines[owner] = line } }
    return body(&line)
  }
}
