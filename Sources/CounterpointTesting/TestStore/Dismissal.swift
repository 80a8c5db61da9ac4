import CounterpointCore
import DependencyInjection
import CounterpointSupport

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
      driver.forgetEffects()
      hasHappened.withLock { $0 = true }
    }
    return values
  }
}
