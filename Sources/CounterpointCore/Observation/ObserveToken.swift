@_spi(Internals) import CounterpointSupport

/// The lifetime of an observation, which ends when the token is canceled or released. Thread-safe.
public final class ObserveToken: Sendable {
  private let isDone = Locked(false)
  private let onCancel: @Sendable () -> Void

  /// Creates a token.
  ///
  /// - Parameter onCancel: Called once, when the token is canceled or released.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  /// Creates a token that retains an observer until the observation ends.
  ///
  /// - Parameter observer: The observer. It may be released on any thread.
  convenience init(retaining observer: AnyObject) {
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

  /// Inserts the token into a set, which then determines the lifetime of the observation.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }

  /// Appends the token to a collection, which then determines the lifetime of the observation.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }
}

/// Retains an object until it is emptied.
private final class Box: Sendable {
  private struct Contents: @unchecked Sendable {
    // @unchecked because the object is only retained and released.
    var object: AnyObject?
  }

  private let contents: Locked<Contents>

  init(_ object: AnyObject) {
    contents = Locked(Contents(object: object))
  }

  func empty() {
    // Released after the lock, because the object's deinitializer may run arbitrary code.
    let object = contents.withLock { contents in
      defer { contents.object = nil }
      return contents.object
    }
    withExtendedLifetime(object) {}
  }
}

extension ObserveToken: Hashable {
  /// Returns whether both are the same token.
  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
