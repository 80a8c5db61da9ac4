extension DependencyValues {
  /// What a `DependencyValues` holds. Copies of the values share it until one of them changes it.
  final class Storage: @unchecked Sendable {
    // @unchecked because it is changed by `DependencyValues.change` only, which first makes sure that no other values have
    // it: neither on this thread nor on another.

    /// What is set explicitly, each in a `Box` of the key's value type.
    var overrides: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    /// The context that is set explicitly.
    var context: DependencyContext?

    /// The defaults that have been computed. Values that were made from one another share them.
    let defaults: DefaultValues

    /// The test that values belong to where none is known to run.
    var test: TestIdentity?

    /// What is being done with the values.
    var mode = Mode.reading

    #if DEBUG
    /// The declaration that is being read, for issues.
    var declaration: SourceLocation?
    #endif

    init(defaults: DefaultValues = DefaultValues()) {
      self.defaults = defaults
    }

    func copy(defaults: DefaultValues? = nil) -> Storage {
      let copy = Storage(defaults: defaults ?? self.defaults)
      copy.overrides = overrides
      copy.context = context
      copy.test = test
      copy.mode = mode
      #if DEBUG
      copy.declaration = declaration
      #endif
      return copy
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
  final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Changes what these values hold, and these values only.
  mutating func change(_ body: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    body(storage)
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
    DependencyValues(storage: storage.copy(defaults: DefaultValues()))
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
