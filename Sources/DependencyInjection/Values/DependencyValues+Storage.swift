extension DependencyValues {
  /// What a `DependencyValues` holds. Copies of the values share it until one of them changes it.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    // @unchecked because it is changed by `DependencyValues.change` only, which first makes sure that no other values have
    // it: neither on this thread nor on another. So there is nothing for checks of exclusive access to find, which cost
    // about as much as the rest of a read.

    /// What is set explicitly, each in a `Box` of the key's value type.
    @safe @exclusivity(unchecked) var overrides: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    /// The context that is set explicitly.
    var context: DependencyContext?

    /// The defaults that have been computed. Values that were made from one another share them.
    let defaults: DefaultValues

    /// Whether the defaults are those that nobody has made apart.
    let isOnProcessDefaults: Bool

    /// Whether nothing at all is set here: what is current elsewhere is all that counts.
    @safe @exclusivity(unchecked) @usableFromInline private(set) var isBare: Bool

    /// The test that values belong to where none is known to run.
    var test: TestIdentity?

    /// What is being done with the values.
    var mode = Mode.reading

    #if DEBUG
    /// The declaration that is being read, for issues.
    var declaration: SourceLocation?
    #endif

    init(defaults: DefaultValues = DefaultValues(), isOnProcessDefaults: Bool = false) {
      self.defaults = defaults
      self.isOnProcessDefaults = isOnProcessDefaults
      self.isBare = isOnProcessDefaults
    }

    /// A copy with the defaults of another.
    func copy(defaultsOf other: Storage? = nil) -> Storage {
      let other = other ?? self
      let copy = Storage(defaults: other.defaults, isOnProcessDefaults: other.isOnProcessDefaults)
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

    /// Changes what is held. Only for who has it alone.
    func change(_ body: (Storage) -> Void) {
      body(self)
      isBare = isOnProcessDefaults && overrides.isEmpty && context == nil && test == nil
    }

    /// What is set explicitly for a key.
    @usableFromInline
    func override(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
      overrides[key]
    }
  }

  /// What is being done with values.
  enum Mode {
    case reading
    /// They are being set: reading is a part of that, and no use.
    case setting
    /// What is set becomes the default.
    case preparing(Preparation)
  }

  /// A value of some type as an object, so that values of many types fit in one table.
  @usableFromInline
  final class Box<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Changes what these values hold, and these values only.
  mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    storage.change(body)
  }

  /// Whether reading is a use of what is read.
  var isRead: Bool {
    if case .reading = storage.mode { !DependencyValues.isSetting } else { false }
  }

  /// Whether values are being set by the code that runs now.
  @TaskLocal static var isSetting = false

  /// Whether the use of something that is not implemented is to be reported.
  static var mayReport: Bool {
    #if DEBUG
    !isSetting
    #else
    false
    #endif
  }

  /// Whether these are the very values that the code that runs now has. Costs a read of a task local.
  package var areCurrent: Bool {
    storage === DependencyValues._current.storage
  }

  /// Runs an operation with these values, and binds the task local for that only if they are not the current ones already.
  package func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    if areCurrent { return try operation() }
    return try DependencyValues.$_current.withValue(self, operation: operation)
  }

  /// Runs an operation with these values, and binds the task local for that only if they are not the current ones already.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    if areCurrent { return try await operation() }
    return try await DependencyValues.$_current.withValue(self, operation: operation, isolation: isolation)
  }

  /// These values with defaults of their own: what is overridden stays, and none of the defaults has been computed.
  package var withFreshDefaults: DependencyValues {
    DependencyValues(storage: storage.copy(defaultsOf: DependencyValues.Storage()))
  }

  /// These values for somebody who changes them: to read what is changed is no use of it.
  package var forSetting: DependencyValues {
    var values = self
    values.change { $0.mode = .setting }
    return values
  }

  /// These values for reading, whatever they were made for.
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
