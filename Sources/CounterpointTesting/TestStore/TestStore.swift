import ControlledClocks
public import CounterpointCore
@_spi(Internals) import CounterpointSupport
public import DependencyInjection

/// A store that tests a feature: the test sends actions, and fails unless it asserts every consequence.
///
/// ```swift
/// @Test func countsUntilItIsStopped() async {
///   let clock = TestClock()
///   let store = TestStore(initialState: Timer.State()) {
///     Timer()
///   } withDependencies: {
///     $0.continuousClock = clock
///   }
///
///   await store.send(.startTapped) { $0.isRunning = true }
///   await clock.advance(by: .seconds(1))
///   await store.receive(\.ticked) { $0.seconds = 1 }
///   await store.send(.stopTapped) { $0.isRunning = false }
/// }
/// ```
///
/// The closure of `send` and of `receive` is called with the state before the action and transforms it into the
/// expected state after the action. Without a closure the state must not change. The test must receive each action
/// that an effect sends, in order. Each effect must end before the test does. ``exhaustivity`` relaxes these rules.
///
/// ## Effects
///
/// A test store runs its effects on its own executor, which the tasks of the effects prefer. So it knows when no job
/// is left to run. After a `send`, each effect has ended, or waits for the test, or waits for work outside of the
/// executor. A test whose dependencies are controlled never waits for real time. A `receive` of an action that can't
/// arrive fails immediately, and lists what each effect in flight waits for. `receive` waits, up to ``timeout``,
/// only if an effect waits for work that the executor does not run. Examples are a `Task { }`, a callback, a socket,
/// or an actor with a custom executor.
///
/// ## Shared state
///
/// Changes that an action makes to `@Shared` values are asserted in the same closure, as
/// `$0.$stats.withLock { $0.count = 3 }`. There, the statement changes only the expectation. Changes by an effect
/// are asserted with the next asserted action, or with `assert`, whichever comes first.
///
/// ## Isolation and lifetime
///
/// A test store works on any actor and on none. It belongs to the test that created it, and is not `Sendable`.
/// Create one in each test, and not in a property that outlives the test. `finish` or the release of the store
/// reports the failures at the end of a test. Their source location is the last step of the test with the store.
///
/// ## Consequences of a failure
///
/// A dependency without an override, or a missing `receive`, causes a single failure. After a missing `receive`, the
/// rest of the test is compared as if it were present. After a missing override, other failures of the store are
/// shown as notes, which don't fail the test. A note is a known issue in Swift Testing, and a line of output in
/// XCTest on Linux.
public final class TestStore<State: Equatable, Action> {
  /// The degree to which the test has to assert events. By default ``Exhaustivity/on``.
  ///
  /// With ``Exhaustivity/off``, the closure of a `send` or `receive` is called with the state *after* the action. It
  /// may set some properties and omit the others. Actions of effects and the ends of effects need not be asserted.
  /// Write absolute values in the closure: `$0.count += 1` would count twice.
  public var exhaustivity: Exhaustivity

  /// The time that `receive`, `finish` and similar calls wait for work outside of the store's executor. By default
  /// one second.
  public var timeout: Duration = .seconds(1)

  /// The handling of changes of shared values that are not in the feature's state. By default they are ignored.
  public var unreachableSharedChanges = UnreachableSharedChanges.ignore

  let driver: TestDriver
  let history: ActionHistory<State, Action>
  let dismissal: Dismissal
  private let endReporter = EndReporter()
  /// The source location of the initializer, for failures at the end of a test without steps.
  let location: SourceLocation
  /// The store; `nil` only during deinitialization.
  var store: InstrumentedStore<State, Action>?
  /// Whether the closure of an assertion is running.
  var isAsserting = false
  /// The changes of shared values by the last `send`, for recorded tests.
  var lastSentStep: SharedStep?

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state. Evaluated once, with the dependencies, after `reducer`.
  ///   - exhaustivity: The degree to which the test has to assert events; see ``exhaustivity``.
  ///   - isolation: The actor of the test. Use the default, which is the caller's actor.
  ///   - reducer: The reducer of the feature. Evaluated once, with the dependencies.
  ///   - prepare: Overrides dependencies of the feature. Called once.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    exhaustivity: Exhaustivity = .on,
    isolation: isolated (any Actor)? = #isolation,
    reducer: () -> R,
    withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.exhaustivity = exhaustivity
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    UnrecognizedRun.check(at: location)
    driver = TestDriver(actor: isolation)
    dismissal = Dismissal(driver: driver)
    var values = DependencyValues._current
    values.update(prepare)
    values = values.boundToTest
    history = ActionHistory(driver: driver, dependencies: values)
    let store = MissingOverrides.$current.withValue(driver.missingOverrides) {
      InstrumentedStore(
        state: initialState,
        reducer: reducer,
        dependencies: Self.installed(dismissal, history.shared, in: values),
        instruments: [history],
        scheduler: driver
      )
    }
    // Changes of shared values by the creation of the initial state belong to the start of the test.
    history.shared.discardChanges()
    history.cursor = store.withState { $0 }
    self.store = store
    mount()
  }

  /// Mounts the features of the initial state. Their effects run as soon as the test waits.
  private func mount() {
    driver.withStoreLock {
      location.withIssueContext {
        MissingOverrides.$current.withValue(driver.missingOverrides) { store!.mount(from: location.origin) }
      }
    }
  }

  deinit {
    driver.runReadyJobs()
    let (exhaustivity, failures, dependency) = (exhaustivity, endFailures, driver.missingOverrides.first)
    endReporter.end(failures.map { failure in { failure.report(exhaustivity, after: dependency) } })
    // Cancels the effects, which then run to their end.
    store = nil
    driver.release()
  }

  /// The state that the test has asserted: the state after the last `send` or `receive`. It does not contain changes
  /// by later actions of effects until they are received or skipped.
  ///
  /// In a test that is not exhaustive, the state after all handled actions. In the closure of an assertion, the
  /// state before the action.
  public var state: State {
    driver.withStoreLock {
      if exhaustivity == .on || isAsserting { return history.cursor }
      return store!.withState { $0 }
    }
  }

  /// The dependencies of the feature. A change applies to actions that are handled afterwards; effects in flight
  /// keep their dependencies.
  public var dependencies: DependencyValues {
    get { history.dependencies }
    set { use(newValue) }
    _modify {
      var values = history.dependencies.forSetting
      defer { use(values.forReading) }
      yield &values
    }
  }

  /// Whether failures suggest a fix. With a missing override, values can differ in the next run, so a fix would not
  /// help.
  var suggestsFixes: Bool { driver.missingOverrides.first == nil }

  /// Whether the feature has asked to be dismissed. Afterwards it receives no actions, and its effects need not end.
  public var isDismissed: Bool { dismissal.isDone }

  private func use(_ values: DependencyValues) {
    driver.withStoreLock {
      history.dependencies = values
      store?.use(Self.installed(dismissal, history.shared, in: values))
    }
  }

  /// Returns dependencies in which the feature can be dismissed and its changes of shared values are tracked.
  private static func installed(
    _ dismissal: Dismissal,
    _ shared: SharedHistory,
    in values: DependencyValues
  ) -> DependencyValues {
    var values = dismissal.installed(in: values)
    shared.track(&values)
    return values
  }
}

/// The test store of a feature: `TestStoreOf<Counter>` is `TestStore<Counter.State, Counter.Action>`.
public typealias TestStoreOf<R: _ReducerDomain> = TestStore<R.State, R.Action> where R.State: Equatable

extension TestStore {
  /// Reports a failure according to its severity and the exhaustivity of the store.
  func report(_ severity: Severity, _ message: @autoclosure () -> String, at location: SourceLocation) {
    // Creating a message costs more than the assertion.
    guard severity == .hard || exhaustivity != .off else { return }
    Failure(severity, message(), at: location).report(exhaustivity, after: driver.missingOverrides.first)
  }
}

/// Records whether the feature of a test store has asked to be dismissed. Safe to use from any thread.
final class Dismissal: Sendable {
  private let hasHappened = Locked(false)
  private let driver: TestDriver

  init(driver: TestDriver) {
    self.driver = driver
  }

  var isDone: Bool { hasHappened.withLock { $0 } }

  /// Returns dependencies in which the feature can be dismissed.
  ///
  /// - Parameter values: The dependencies of the test. If they override `dismiss`, the override is called too.
  func installed(in values: DependencyValues) -> DependencyValues {
    let own = values.isPresented ? values.dismiss : nil
    var values = values
    values.dismiss = DismissEffect { [self] in
      await own?()
      driver.skipEffects()
      hasHappened.withLock { $0 = true }
    }
    return values
  }
}
