@_spi(Internals) import CounterpointSupport

/// The default values of keys. Each is computed at most once per context and test, by the thread that needs it first.
///
/// Safe to use from any thread. No lock is held while the code of a key runs: it may read other dependencies, block,
/// or need another thread. A thread that needs a default under computation waits for that computation only.
final class DefaultValues: Sendable {
  /// The identity of a default within one test.
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  /// The result of computing a default.
  struct Computed: Sendable {
    let value: any AnyObject & Sendable
    let missing: Missing?
  }

  /// The value that a key lacks, so that its default is a substitute.
  enum Missing {
    case testValue
    case liveValue
  }

  private enum Entry {
    case computing(Computation)
    case ready(Default)
  }

  private struct Default {
    let value: any AnyObject & Sendable
    /// The missing value that has yet to be reported.
    var missing: Missing?
    var isRead = false
    var preparation: Preparation?
  }

  /// The defaults of one test, or those outside of tests.
  private struct Table {
    var entries: [ID: Entry] = [:]
    var context: (value: DependencyContext, preparation: Preparation)?
    var contextIsRead = false
  }

  private struct Contents: Sendable {
    /// The defaults outside of tests, stored separately because hashing a test costs more than the rest of a read.
    var program = Table()
    var tests: [TestIdentity: Table] = [:]

    /// Calls a closure with the table of a test, or with the table outside of tests.
    mutating func table<Result>(of test: TestIdentity?, _ body: (inout Table) -> Result) -> Result {
      guard let test else { return body(&program) }
      return body(&tests[test, default: Table()])
    }
  }

  private let contents = Locked(Contents())

  /// Returns a default, and computes it if necessary.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: The context if it is overridden; otherwise the prepared context, or that of the process.
  ///   - test: The running test.
  ///   - isRead: Whether the call counts as a use. A used default can't be prepared afterwards, and the caller
  ///     reports what is missing.
  ///   - compute: Computes the default. Called at most once, without a lock.
  func value(
    of key: Any.Type,
    context: DependencyContext?,
    test: TestIdentity?,
    isRead: Bool,
    compute: (DependencyContext) -> Computed
  ) -> Computed {
    let processContext = DependencyContext.process
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
    switch table.entries[id] {
    case nil:
      let computation = Computation()
      table.entries[id] = .computing(computation)
      return .compute(computation)
    case .computing(let computation):
      return .wait(computation)
    case .ready(var stored):
      let missing = isRead ? stored.missing : nil
      if isRead, !stored.isRead || missing == .testValue {
        stored.isRead = true
        // In a test the issue is reported once, in a program each time.
        if missing == .testValue { stored.missing = nil }
        table.entries[id] = .ready(stored)
      }
      return .use(Computed(value: stored.value, missing: missing))
    }
  }

  /// Stores a computed default. After a reset meanwhile, other callers compute it again, and this caller keeps its
  /// own value.
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
        guard case .computing(let current) = table.entries[id], current === computation else {
          return Computed(value: computed.value, missing: isRead ? computed.missing : nil)
        }
        table.entries[id] = .ready(Default(value: computed.value, missing: computed.missing))
        guard case .use(let used) = Self.next(id, isRead: isRead, in: &table) else { return computed }
        return used
      }
    }
  }
}

// MARK: - Preparing and resetting

extension DefaultValues {
  /// Makes a value the default of a key.
  ///
  /// - Returns: `false` if an issue must be reported, because the default has been used or prepared before and is
  ///   unchanged.
  func prepare(
    _ key: Any.Type,
    value: any AnyObject & Sendable,
    context: DependencyContext?,
    test: TestIdentity?,
    in preparation: Preparation
  ) -> Bool {
    let processContext = DependencyContext.process
    // The replaced value is released after the lock, because its deinitializer can run arbitrary code.
    var replaced: Entry?
    return contents.withLock { contents in
      contents.table(of: test) { table in
        let id = ID(key: ObjectIdentifier(key), context: context ?? table.context?.value ?? processContext)
        replaced = table.entries[id]
        switch replaced {
        case .computing:
          return false
        case .ready(let stored) where stored.preparation != nil && stored.preparation !== preparation:
          return id.context == .preview
        case .ready(let stored) where stored.isRead && stored.preparation == nil && id.context != .preview:
          return false
        case .ready, nil:
          table.entries[id] = .ready(Default(value: value, preparation: preparation))
          return true
        }
      }
    }
  }

  /// Sets the context of a test, or of the program.
  ///
  /// - Parameter movesValues: Whether what the same call has prepared before belongs to the context.
  /// - Returns: `false` if the context has been used or prepared before, in which case it is unchanged.
  func prepare(
    context: DependencyContext,
    test: TestIdentity?,
    in preparation: Preparation,
    movesValues: Bool
  ) -> Bool {
    let processContext = DependencyContext.process
    // Released after the lock, as above.
    var replaced: [Entry] = []
    return contents.withLock { contents in
      contents.table(of: test) { table in
        if let prepared = table.context {
          guard prepared.preparation === preparation else { return false }
        } else if table.contextIsRead {
          return false
        }
        let before = table.context?.value ?? processContext
        table.context = (context, preparation)
        guard movesValues, context != before else { return true }
        for case (let id, .ready(let stored)) in table.entries
        where stored.preparation === preparation && id.context == before {
          let moved = ID(key: id.key, context: context)
          if case .ready(let other)? = table.entries[moved], other.isRead || other.preparation != nil { continue }
          if let entry = table.entries.removeValue(forKey: moved) { replaced.append(entry) }
          table.entries[id] = nil
          table.entries[moved] = .ready(stored)
        }
        return true
      }
    }
  }

  /// Returns the prepared context; `nil` if none was prepared.
  ///
  /// - Parameters:
  ///   - test: The running test.
  ///   - isRead: Whether the call counts as a use, after which the context can't be prepared.
  func preparedContext(test: TestIdentity?, isRead: Bool) -> DependencyContext? {
    contents.withLock { contents in
      contents.table(of: test) { table in
        if isRead { table.contextIsRead = true }
        return table.context?.value
      }
    }
  }

  /// Removes the defaults that belong to no Swift Testing test: with XCTest, those of the previous test case.
  func reset() {
    // The old values are released after the lock, because their deinitializers can run arbitrary code.
    _ = contents.withLock { contents in
      defer { contents.program = Table() }
      return contents.program
    }
  }
}

/// One call of ``prepareDependencies(_:)``, within which a value may be set several times.
final class Preparation: Sendable {}
