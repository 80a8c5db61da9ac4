@_spi(Internals) import CounterpointSupport

extension DependencyValues {
  /// The storage of ``DependencyValues``, which copies share until a mutation (copy-on-write).
  @usableFromInline
  final class Storage: @unchecked Sendable {
    // @unchecked because only `DependencyValues.change` mutates a storage, and only if it is uniquely referenced. So
    // exclusivity checks, which cost about as much as the rest of a read, would never find a violation.

    /// The explicit overrides, each in a `Box` of the key's value type.
    @safe @exclusivity(unchecked) var overrides: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    /// The context, if it is set explicitly.
    var context: DependencyContext?

    /// The computed defaults, which values share with those derived from them.
    let defaults: DefaultValues

    /// Whether the defaults are those of the process.
    let usesProcessDefaults: Bool

    /// Whether nothing is set here, so that merging with these values has no effect.
    @safe @exclusivity(unchecked) @usableFromInline private(set) var isUnmodified: Bool

    /// The test of these values where no running test is known.
    var test: TestIdentity?

    /// The current use of the values.
    var mode = Mode.reading

    #if DEBUG
    /// The declaration that is being read, for issues.
    var declaration: SourceLocation?
    #endif

    init(defaults: DefaultValues = DefaultValues(), usesProcessDefaults: Bool = false) {
      self.defaults = defaults
      self.usesProcessDefaults = usesProcessDefaults
      self.isUnmodified = usesProcessDefaults
    }

    /// Returns a copy with the defaults of another storage.
    func copy(defaultsOf other: Storage? = nil) -> Storage {
      let other = other ?? self
      let copy = Storage(defaults: other.defaults, usesProcessDefaults: other.usesProcessDefaults)
      copy.change {
        $0.overrides = overrides
        $0.context = context
        $0.test = test
        $0.mode = mode
        #if DEBUG
        $0.declaration = declaration
        #endif
      }
      return copy
    }

    /// Mutates the storage, which must be uniquely referenced.
    func change(_ body: (Storage) -> Void) {
      body(self)
      isUnmodified = usesProcessDefaults && overrides.isEmpty && context == nil && test == nil
    }

    /// Returns the explicit override of a key.
    @usableFromInline
    func override(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
      overrides[key]
    }
  }

  /// The use of values.
  enum Mode {
    case reading
    /// The values are being set. Reading them is a part of that and does not count as a use.
    case setting
    /// Set values become defaults.
    case preparing(Preparation)
  }

  /// An object that holds a value of any type, so that one table can store values of all types.
  @usableFromInline
  final class Box<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Mutates these values without affecting copies of them.
  mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    storage.change(body)
  }

  /// Whether reading a dependency counts as a use.
  var isRead: Bool {
    if case .reading = storage.mode { !DependencyUpdate.isRunning } else { false }
  }

  /// Whether these are the current values. Reading it costs one read of a task local.
  package var areCurrent: Bool {
    storage === DependencyValues._current.storage
  }

  /// Runs an operation with these values. Binds the task local only if they are not the current values.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    if areCurrent { return try operation() }
    return try DependencyValues.$_current.withValue(self, operation: operation)
  }

  /// Runs an operation with these values. Binds the task local only if they are not the current values.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    if areCurrent { return try await operation() }
    return try await DependencyValues.$_current.withValue(self, operation: operation, isolation: isolation)
  }

  /// A copy with the same overrides and with new defaults, none of which is computed.
  package var withFreshDefaults: DependencyValues {
    DependencyValues(storage: storage.copy(defaultsOf: DependencyValues.Storage()))
  }

  /// A copy for setting values, in which a read does not count as a use.
  package var forSetting: DependencyValues {
    var values = self
    values.change { $0.mode = .setting }
    return values
  }

  /// A copy for reading values, in which a read counts as a use.
  package var forReading: DependencyValues {
    if case .reading = storage.mode {
      #if DEBUG
      if storage.declaration == nil { return self }
      #else
      return self
      #endif
    }
    var values = self
    values.change { storage in
      storage.mode = .reading
      #if DEBUG
      storage.declaration = nil
      #endif
    }
    return values
  }
}

extension DependencyValues {
  /// Returns these values with the explicit settings of other values on top.
  ///
  /// The result has the defaults of `self`, unless those are the defaults of the process. So an object that was
  /// created in isolation (with `$0 = DependencyValues()`) stays isolated wherever it is used. The call is free if
  /// either side has no settings of its own. Otherwise it copies the table of overrides.
  func merged(with current: DependencyValues) -> DependencyValues {
    let own = storage
    let other = current.storage
    if own === other { return current }
    if own.isUnmodified { return current }
    let defaults = own.usesProcessDefaults ? other : own
    if own.addsNothing(to: other), defaults.defaults === other.defaults { return current }
    if other.addsNothing(to: own), defaults.defaults === own.defaults { return self }
    let merged = other.copy(defaultsOf: defaults)
    merged.change {
      $0.overrides = own.overrides.merging(other.overrides) { $1 }
      $0.context = other.context ?? own.context
      $0.test = other.test ?? own.test
    }
    return DependencyValues(storage: merged)
  }

  init(storage: Storage) {
    self.storage = storage
  }
}

extension DependencyValues.Storage {
  /// Whether there is no setting here that would have to be merged with those of `others`.
  fileprivate func addsNothing(to others: DependencyValues.Storage) -> Bool {
    overrides.isEmpty && context == nil && (test == nil || test == others.test)
  }
}
