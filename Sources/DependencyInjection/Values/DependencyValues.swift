@_spi(Internals) import CounterpointSupport

/// The dependencies of the running code: the overrides in effect, and the defaults of the keys.
///
/// Features read dependencies through ``Dependency``; `withDependencies` overrides them for the duration of an
/// operation. Declare a dependency as a computed property:
///
/// ```swift
/// extension DependencyValues {
///   var weather: WeatherClient {
///     get { self[WeatherClient.self] }
///     set { self[WeatherClient.self] = newValue }
///   }
/// }
/// ```
///
/// The size of a value is one pointer. Values are copy-on-write: a mutation of a shared copy copies the table of
/// overrides. Copies share the computed defaults.
public struct DependencyValues: Sendable {
  /// The values of the current task, or of the current thread outside of tasks.
  ///
  /// A task local: `Task {}`, task groups and `async let` inherit it; `Task.detached`, dispatch queues, timers and
  /// callbacks don't. ``withEscapedDependencies(_:)-((DependencyValues.Continuation)->R)`` propagates it to these.
  @TaskLocal public static var _current = processDefault

  /// The values that are current unless others have been made current.
  static let processDefault = DependencyValues(storage: Storage(usesProcessDefaults: true))

  @usableFromInline var storage: Storage

  /// Creates values without overrides and with their own defaults, none of which is computed yet.
  ///
  /// `withDependencies { $0 = DependencyValues() } operation: { … }` isolates an operation from all outer overrides
  /// and defaults.
  public init() {
    storage = Storage()
  }

  /// Values without overrides in the context ``DependencyContext/live``, with their own defaults.
  public static var live: Self { Self(context: .live) }

  /// Values without overrides in the context ``DependencyContext/preview``, with their own defaults.
  public static var preview: Self { Self(context: .preview) }

  /// Values without overrides in the context ``DependencyContext/test``, with their own defaults.
  public static var test: Self { Self(context: .test) }

  private init(context: DependencyContext) {
    self.init()
    storage.context = context
  }

  /// The value of a key: its override, or else its default for the current context.
  ///
  /// A default is computed at most once per context and test; other threads that need it wait for the computation.
  /// Reading an override costs a dictionary lookup; reading a computed default costs a lock and a lookup.
  ///
  /// In debug builds, a missing default reports an issue. In a test, a missing test value is reported at the first
  /// use. In a live program, a missing live value is reported at each use.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - function: The name of the accessing property in issues.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    @inlinable
    get {
      // Inlined so that the compiler specializes it for the key, which halves the time.
      if let override = storage.override(of: ObjectIdentifier(key)) {
        // Safe because `set` stores a box of exactly this type for the key.
        return unsafe unsafeDowncast(override, to: Box<Key.Value>.self).value
      }
      return defaultValue(of: key, function: function, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    set {
      set(
        key,
        to: newValue,
        name: dependencyName(of: key, function: function, fileID: fileID),
        at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
  }
}
