import Locks

/// The defaults of keys: each is computed at most once in a context and a test, by whoever asks first.
///
/// Safe to use from any thread. No lock is held while a key's code runs, which may read other dependencies, block, or need
/// another thread: whoever asks for a default that is being computed waits for that one only.
final class DefaultValues: Sendable {
  /// What a default is for.
  struct ID: Hashable, Sendable {
    let key: ObjectIdentifier
    let context: DependencyContext
    let test: TestIdentity?
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

  private struct Contents: Sendable {
    var slots: [ID: Slot] = [:]
    var contexts: [TestIdentity?: (context: DependencyContext, preparation: Preparation)] = [:]
    /// The tests in which the context was read.
    var readContexts: Set<TestIdentity?> = []
  }

  /// The defaults of all values that nobody has made apart.
  static var ofProcess: DefaultValues { DependencyValues.ofProcess.storage.defaults }

  private let contents = Locked(Contents())

  /// Gives a default.
  ///
  /// - Parameters:
  ///   - id: What it is for.
  ///   - isRead: Whether this is a use of it: it can't be prepared any more, and what is missing is for the caller to report.
  ///   - key: The key, for the text if a default needs itself.
  ///   - compute: Asks the key. Called at most once, without a lock.
  func value(_ id: ID, isRead: Bool, of key: Any.Type, compute: () -> Computed) -> Computed {
    while true {
      switch next(id, isRead: isRead) {
      case .use(let computed):
        return computed
      case .wait(let computation):
        guard computation.wait() else { fatalError(Computation.cycleText(of: key)) }
      case .compute(let computation):
        let computed = compute()
        finish(id, computation, with: computed)
        // Reset meanwhile: the others begin anew, this caller has its value.
        guard case .use(let known)? = known(id, isRead: isRead) else {
          return Computed(value: computed.value, missing: isRead ? computed.missing : nil)
        }
        return known
      }
    }
  }

  private enum Step {
    case use(Computed)
    case wait(Computation)
    case compute(Computation)
  }

  private func next(_ id: ID, isRead: Bool) -> Step {
    contents.withLock { contents in
      if let step = Self.look(id, isRead: isRead, in: &contents) { return step }
      let computation = Computation()
      contents.slots[id] = .computing(computation)
      return .compute(computation)
    }
  }

  private func known(_ id: ID, isRead: Bool) -> Step? {
    contents.withLock { Self.look(id, isRead: isRead, in: &$0) }
  }

  private static func look(_ id: ID, isRead: Bool, in contents: inout Contents) -> Step? {
    switch contents.slots[id] {
    case nil:
      return nil
    case .computing(let computation):
      return .wait(computation)
    case .known(var known):
      let missing = isRead ? known.missing : nil
      let isNew = isRead && (!known.isRead || known.missing == .testValue)
      if isNew {
        known.isRead = true
        // A test is told once, a program each time.
        if known.missing == .testValue { known.missing = nil }
        contents.slots[id] = .known(known)
      }
      return .use(Computed(value: known.value, missing: missing))
    }
  }

  private func finish(_ id: ID, _ computation: Computation, with computed: Computed) {
    contents.withLock { contents in
      guard case .computing(let current) = contents.slots[id], current === computation else { return }
      contents.slots[id] = .known(Known(value: computed.value, missing: computed.missing))
    }
    computation.finish()
  }
}

// MARK: - Preparing and resetting

extension DefaultValues {
  /// Makes a value the default.
  ///
  /// - Returns: Whether nobody has to be told: false if the default was used or prepared before, and stays as it is.
  func prepare(_ id: ID, value: any AnyObject & Sendable, in preparation: Preparation) -> Bool {
    // What is replaced goes after the lock: its end is anybody's code.
    var replaced: Slot?
    return contents.withLock { contents in
      replaced = contents.slots[id]
      switch replaced {
      case .computing:
        return false
      case .known(let known) where known.preparation != nil && known.preparation !== preparation:
        return id.context == .preview
      case .known(let known) where known.isRead && known.preparation == nil && id.context != .preview:
        return false
      case .known, nil:
        contents.slots[id] = .known(Known(value: value, preparation: preparation))
        return true
      }
    }
  }

  /// Makes a context the one of a test, or of the program.
  ///
  /// - Returns: False if it was used or prepared before, and stays as it is.
  func prepare(context: DependencyContext, test: TestIdentity?, session preparation: Preparation) -> Bool {
    contents.withLock { contents in
      if let prepared = contents.contexts[test] {
        guard prepared.preparation === preparation else { return false }
      } else if contents.readContexts.contains(test) {
        return false
      }
      contents.contexts[test] = (context, preparation)
      return true
    }
  }

  /// The context that was prepared, if one was.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - isRead: Whether this is a use of the context, after which it can't be prepared any more.
  func preparedContext(test: TestIdentity?, isRead: Bool) -> DependencyContext? {
    contents.withLock { contents in
      if isRead { contents.readContexts.insert(test) }
      return contents.contexts.isEmpty ? nil : contents.contexts[test]?.context
    }
  }

  /// Forgets what belongs to no Swift Testing test: with XCTest, what the test case before left.
  func reset() {
    // The old values go after the lock: their end is anybody's code.
    _ = contents.withLock { contents in
      defer {
        contents.slots = contents.slots.filter { $0.key.test != nil }
        contents.contexts[nil] = nil
        contents.readContexts.remove(nil)
      }
      return contents.slots
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
