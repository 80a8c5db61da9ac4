import CounterpointSupport

/// Keeps an observation going; it ends when the token is canceled or released.
///
/// Safe to use from any thread.
public final class ObserveToken: Sendable {
  private let isDone = Locked(false)
  private let onCancel: @Sendable () -> Void

  /// Makes a token.
  ///
  /// - Parameter onCancel: Called at most once: when the token is canceled or released.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  /// Makes a token that owns what an observation needs, and lets go of it when the observation ends.
  ///
  /// - Parameter observer: Must bear to be released on any thread.
  convenience init(keeping observer: AnyObject) {
    let box = Box(observer)
    self.init { box.empty() }
  }

  deinit {
    cancel()
  }

  /// Whether the observation has ended.
  public var isCancelled: Bool {
    isDone.withLock { $0 }
  }

  /// Ends the observation.
  public func cancel() {
    let isFirst = isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    if isFirst { onCancel() }
  }

  /// Keeps the token in a set, and so the observation going as long as the set.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }

  /// Keeps the token in a collection, and so the observation going as long as the collection.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }
}

/// Holds an object until it is told not to.
private final class Box: Sendable {
  private struct Contents: @unchecked Sendable {
    // @unchecked because the object is never looked at, only held and released, and that under the lock.
    var object: AnyObject?
  }

  private let contents: Locked<Contents>

  init(_ object: AnyObject) {
    contents = Locked(Contents(object: object))
  }

  func empty() {
    // Taken out first: what the object's end sets off must not happen under the lock.
    let object = contents.withLock { contents in
      defer { contents.object = nil }
      return contents.object
    }
    withExtendedLifetime(object) {}
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the same one.
  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
