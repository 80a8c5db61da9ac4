import ControlledClocks
public import CounterpointCore
public import DependencyInjection

/// Proves a feature: sends it actions, and fails the test unless everything that happens is what the test says.
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
/// The closure of `send` and of `receive` is given the state before the action and edits it
/// to what the test expects after it. Without a closure nothing may change. The test also has to receive each action that an
/// effect sends, in order, and each effect has to end before the test does. ``exhaustivity`` relaxes all that.
///
/// ## Effects
///
/// A test store runs its effects itself: on an executor of its own, which the effects' tasks prefer, with everything they
/// await. So it knows when nothing is left to run. After a `send` all has run that could: an effect has ended, or waits for
/// something that the test controls, or for something outside. No test waits for a time to pass, as long as its
/// dependencies are controlled: a `receive` of an action that can't come any more fails at once, and says what each effect
/// in flight waits for. Only where an effect waits for what the executor does not run (a task made with `Task { }`, a
/// callback, a socket, another actor whose executor is its own) does `receive` wait, up to ``timeout``.
///
/// ## Shared state
///
/// What an action changes in `@Shared` values of the state is asserted with it, in the same closure, as
/// `$0.$stats.withLock { $0.count = 3 }`: it touches nothing that is live. What an effect changes belongs to the next action
/// that is asserted, or to `assert`, whichever comes first.
///
/// ## Where it can be used
///
/// On any actor, and on none. It belongs to the test that made it, and is not `Sendable`. Make a new one in each test, and not
/// in a property that outlives it: what is wrong at the end of a test is reported when the store is released, or by
/// `finish`. It is reported at the test's last step with the store.
///
/// ## What follows from a failure
///
/// A dependency that the test does not override, or a `receive` that it forgets, fails the test with one issue. After a forgotten
/// `receive` the rest of the test is compared as if it were there. After a forgotten dependency the store's other failures are
/// notes, which don't fail the test: in Swift Testing known issues, in XCTest on Linux lines of its output.
public final class TestStore<State: Equatable, Action> {
  /// How much of what happens the test has to assert. Everything, unless it says otherwise.
  ///
  /// With ``Exhaustivity/off``, the closure of a `send` or `receive` is given the state *after* the action, so that it
  /// may set what it cares about and leave out the rest; the actions of effects and the ends of effects need not be
  /// asserted. Write absolute values in it: `$0.count += 1` would count twice.
  public var exhaustivity: Exhaustivity

  /// How long `receive`, `finish` and their like wait for work that is done outside of the store's executor. One second,
  /// unless the test says otherwise.
  public var timeout: Duration = .seconds(1)

  /// What to do about changes of shared values that the feature makes and its state does not hold. Nothing, unless the test says
  /// otherwise.
  public var unreachableSharedChanges = UnreachableSharedChanges.ignore

  let driver: TestDriver
  let ledger: Ledger<State, Action>
  let dismissal: Dismissal
  private let endReporter = EndReporter()
  /// Where the store was made: where the failures at its end are reported if the test has no step.
  let location: SourceLocation
  /// `nil` at the store's end only.
  var store: SupervisedStore<State, Action>?
  /// Whether the closure of an assertion is running.
  var isAsserting = false
  /// What the last `send` has done to shared values, for tests that are recorded.
  var lastSentStep: SharedStep?

  /// Makes a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with. Evaluated once, with the dependencies, after `reducer`.
  ///   - exhaustivity: How much the test has to assert; see ``exhaustivity``.
  ///   - isolation: The actor of the test, if it runs on one; leave it out.
  ///   - reducer: The feature, or any reducer. Evaluated once, with the dependencies.
  ///   - prepare: Overrides dependencies for the feature. Called once.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
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
    driver = TestDriver(actor: isolation)
    dismissal = Dismissal(driver: driver)
    var values = DependencyValues._current
    values.update(prepare)
    values = values.kept
    ledger = Ledger(driver: driver, dependencies: values)
    let store = MissingOverrides.$current.withValue(driver.missingOverrides) {
      SupervisedStore(
        state: initialState,
        reducer: reducer,
        dependencies: Self.installed(dismissal, ledger.shared, in: values),
        supervisor: ledger
      )
    }
    // What making the initial state has changed is where the test begins.
    ledger.shared.forgetDrift()
    ledger.cursor = store.withState { $0 }
    self.store = store
  }

  deinit {
    driver.settleInPlace()
    let (exhaustivity, failures, dependency) = (exhaustivity, endFailures, driver.missingOverrides.first)
    endReporter.end(failures.map { failure in { failure.report(exhaustivity, after: dependency) } })
    // Cancels the effects, which then run to their ends.
    store = nil
    driver.release()
  }

  /// The state that the test has asserted: what the last `send` or `receive` led to. What effects have done since is not in it
  /// before it is received or skipped.
  ///
  /// While the test is not exhaustive, the state after all that was handled. In the closure of an assertion, the state before
  /// the action.
  public var state: State {
    driver.inTurn {
      if exhaustivity == .on || isAsserting { return ledger.cursor }
      return store!.withState { $0 }
    }
  }

  /// What the feature depends on. Set one to have it for the actions that are handled from now on; effects in flight keep
  /// what they have.
  public var dependencies: DependencyValues {
    get { ledger.dependencies }
    set { use(newValue) }
    _modify {
      var values = ledger.dependencies.forSetting
      defer { use(values.forReading) }
      yield &values
    }
  }

  /// Whether failures say what would make the test pass. While a dependency is missing, values can differ in the next run.
  var hasFix: Bool { driver.missingOverrides.first == nil }

  /// Whether the feature has asked to be dismissed. It takes no action any more then, and its effects need not end.
  public var isDismissed: Bool { dismissal.isDone }

  private func use(_ values: DependencyValues) {
    driver.inTurn {
      ledger.dependencies = values
      store?.use(Self.installed(dismissal, ledger.shared, in: values))
    }
  }

  /// Dependencies in which the feature can be dismissed, and what it changes in shared values is noted.
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
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
