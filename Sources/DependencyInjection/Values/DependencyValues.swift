/// What the code that runs now gets for its dependencies: the overrides that are in force, and the defaults of the keys.
///
/// Features read it through ``Dependency``; `withDependencies` changes it for the duration of an
/// operation. A dependency is declared as a computed property:
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
/// A value the size of a pointer; copies share everything until one of them is changed, which then copies the table of
/// overrides. Copies also share the defaults that have been computed.
public struct DependencyValues: Sendable {
  /// The values that the current task, or outside of tasks the current thread, runs with.
  ///
  /// A task local: `Task {}`, task groups and `async let` inherit it; `Task.detached`, dispatch queues, timers and callbacks
  /// do not. ``withEscapedDependencies(_:)-((DependencyValues.Continuation)->R)`` takes it there.
  @TaskLocal public static var _current = ofProcess

  /// What is current where nobody has made anything else current.
  static let ofProcess = DependencyValues()

  var storage: Storage

  /// Values without any override, and with defaults of their own: none of them has been computed.
  ///
  /// `withDependencies { $0 = DependencyValues() } operation: { … }` isolates an operation from everything outside.
  public init() {
    storage = Storage()
  }

  /// Values without any override, in the live program's context, with defaults of their own.
  public static var live: Self { Self(context: .live) }

  /// Values without any override, in the context of previews, with defaults of their own.
  public static var preview: Self { Self(context: .preview) }

  /// Values without any override, in the context of tests, with defaults of their own.
  public static var test: Self { Self(context: .test) }

  private init(context: DependencyContext) {
    self.init()
    storage.context = context
  }

  /// The value of a key: the override if there is one, else the key's default for the current context.
  ///
  /// A default is computed at most once in each context and test, whatever the number of threads that ask; the others wait
  /// meanwhile. Getting an override costs a look into a dictionary, a default that is known a lock and a look.
  ///
  /// Reports an issue, in debug builds, if a test gets a default although the key has no value for tests (at the first
  /// use), or the live program although the key has no live value (at each use).
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The place of the property that asks, for issues.
  ///   - filePath: The place of the property that asks, for issues.
  ///   - line: The place of the property that asks, for issues.
  ///   - column: The place of the property that asks, for issues.
  ///   - function: The name of the property that asks, for issues.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    get {
      value(
        of: key,
        name: "\\.\(function)",
        at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    set {
      set(
        key,
        to: newValue,
        name: "\\.\(function)",
        at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
  }
}
