import Locks

/// The defaults of keys: each is computed at most once in a context and a test, by whoever asks first.
///
/// Safe to use from any thread. No lock is held while a key's code runs, which may read other dependencies, block, or need
/// another thread: whoever asks for a default that is being computed waits for that one only.
final class DefaultValues: Sendable {
  /// What a default is for, within one test.
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  /// What a key gave when it was asked.
  struct Computed: Sendable {
    let value: any AnyObject & Sendable
    let missing: Missing?
  }

  /// What a key does not have, so that its default is a makeshift.
  enum Missing {
    case testValue
    case liveValue
  }

  private enum Slot {
    case computing(Computation)
    case known(Known)
  }

  private struct Known {
    let value: any AnyObject & Sendable
    /// What has yet to be reported.
    var missing: Missing?
    var isRead = false
    var preparation: Preparation?
  }

  /// The defaults of one test, or of what is no test.
  private struct Table {
    var slots: [ID: Slot] = [:]
    var context: (value: DependencyContext, preparation: Preparation)?
    var contextIsRead = false
  }

  private struct Contents: Sendable {
    /// Apart from the tests', because looking up a test costs more than all the rest.
    var program = Table()
    var tests: [TestIdentity: Table] = [:]

    /// Uses the table of a test, or the program's.
    mutating func table<Result>(of test: TestIdentity?, _ body: (inout Table) -> Result) -> Result {
      guard let test else { return body(&program) }
      return body(&tests[test, default: Table()])
    }
  }

  /// The defaults of all values that nobody has made apart.
  static var ofProcess: DefaultValues { DependencyValues.ofProcess.storage.defaults }

  private let contents = Locked(Contents())

  /// Gives a default.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: The context if it is overridden; otherwise the one that was prepared, or the process's.
  ///   - test: The test.
  ///   - isRead: Whether this is a use of it: it can't be prepared any more, and what is missing is for the caller to report.
  ///   - compute: Asks the key. Called at most once, without a lock.
  func value(
    of key: Any.Type,
    context: DependencyContext?,
    test: TestIdentity?,
    isRead: Bool,
    compute: (DependencyContext) -> Computed
  ) -> Computed {
    let processContext = DependencyContext.ofProcess
    while true {
      let (id, step) = contents.withLock { contents in
        contents.table(of: test) { table in
          let id = ID(key: ObjectIdentifier(key), context: context ?? table.context?.value ?? processContext)
          return (id, Self.next(id, isRead: isRead, in: &table))
        }
      }
      switch step {
      case .use(let computed):
        return computed
      case .wait(let computation):
        guard computation.wait() else { fatalError(Computation.cycleText(of: key)) }
      case .compute(let computation):
        return finish(id, test: test, computation, with: compute(id.context), isRead: isRead)
      }
    }
  }

  private enum Step {
    case use(Computed)
    case wait(Computation)
    case compute(Computation)
  }

  private static func next(_ id: ID, isRead: Bool, in table: inout Table) -> Step {
    switch table.slots[id] {
    case nil:
      let computation = Computation()
      table.slots[id] = .computing(computation)
      return .compute(computation)
    case .computing(let computation):
      return .wait(computation)
    case .known(var known):
      let missing = isRead ? known.missing : nil
      if isRead, !known.isRead || missing == .testValue {
        known.isRead = true
        // A test is told once, a program each time.
        if missing == .testValue { known.missing = nil }
        table.slots[id] = .known(known)
      }
      return .use(Computed(value: known.value, missing: missing))
    }
  }

  /// Keeps what was computed, unless all was reset meanwhile: then the others begin anew, and this caller has its value.
  private func finish(
    _ id: ID,
    test: TestIdentity?,
    _ computation: Computation,
    with computed: Computed,
    isRead: Bool
  ) -> Computed {
    defer { computation.finish() }
    return contents.withLock { contents in
      contents.table(of: test) { table in
        guard case .computing(let current) = table.slots[id], current === computation else {
          return Computed(value: computed.value, missing: isRead ? computed.missing : nil)
        }
        table.slots[id] = .known(Known(value: computed.value, missing: computed.missing))
        guard case .use(let known) = Self.next(id, isRead: isRead, in: &table) else { return computed }
        return known
      }
    }
  }
}

// MARK: - Preparing and resetting

extension DefaultValues {
  /// Makes a value the default.
  ///
  /// - Returns: Whether nobody has to be told: false if the default was used or prepared before, and stays as it is.
  func prepare(
    _ key: Any.Type,
    value: any AnyObject & Sendable,
    context: DependencyContext?,
    test: TestIdentity?,
    in preparation: Preparation
  ) -> Bool {
    let processContext = DependencyContext.ofProcess
    // What is replaced goes after the lock: its end is anybody's code.
    var replaced: Slot?
    return contents.withLock { contents in
      contents.table(of: test) { table in
        let id = ID(key: ObjectIdentifier(key), context: context ?? table.context?.value ?? processContext)
        replaced = table.slots[id]
        switch replaced {
        case .computing:
          return false
        case .known(let known) where known.preparation != nil && known.preparation !== preparation:
          return id.context == .preview
        case .known(let known) where known.isRead && known.preparation == nil && id.context != .preview:
          return false
        case .known, nil:
          table.slots[id] = .known(Known(value: value, preparation: preparation))
          return true
        }
      }
    }
  }

  /// Makes a context the one of a test, or of the program.
  ///
  /// - Returns: False if it was used or prepared before, and stays as it is.
  func prepare(context: DependencyContext, test: TestIdentity?, in preparation: Preparation) -> Bool {
    contents.withLock { contents in
      contents.table(of: test) { table in
        if let prepared = table.context {
          guard prepared.preparation === preparation else { return false }
        } else if table.contextIsRead {
          return false
        }
        table.context = (context, preparation)
        return true
      }
    }
  }

  /// The context that was prepared, if one was.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - isRead: Whether this is a use of the context, after which it can't be prepared any more.
  func preparedContext(test: TestIdentity?, isRead: Bool) -> DependencyContext? {
    contents.withLock { contents in
      contents.table(of: test) { table in
        if isRead { table.contextIsRead = true }
        return table.context?.value
      }
    }
  }

  /// Forgets what belongs to no Swift Testing test: with XCTest, what the test case before left.
  func reset() {
    // The old values go after the lock: their end is anybody's code.
    _ = contents.withLock { contents in
      defer { contents.program = Table() }
      return contents.program
    }
  }
}

/// One call of ``prepareDependencies(_:)``: within it a value may be set several times.
final class Preparation: Sendable {}

extension DependencyValues {
  /// Forgets the defaults that belong to no Swift Testing test: with XCTest, those of the test case before.
  package static func forgetDefaultsOfLastTestCase() {
    DefaultValues.ofProcess.reset()
  }
}
