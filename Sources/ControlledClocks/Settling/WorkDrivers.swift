import IssueReporting
import CounterpointSupport

/// The drivers of this process, each with the test that it belongs to.
package enum WorkDrivers {
  private struct Entry: Sendable {
    weak let driver: (any WorkDriver)?
    let test: TestContext.Testing.Test.ID?
  }

  private static let entries = Locked<[Entry]>([])

  /// Registers a driver for the running test. The registry holds it weakly.
  package static func register(_ driver: any WorkDriver) {
    let test = runningTest
    entries.withLock { entries in
      entries.removeAll { $0.driver == nil }
      entries.append(Entry(driver: driver, test: test))
    }
  }

  /// The drivers of the running test.
  static var ofRunningTest: [any WorkDriver] {
    let test = runningTest
    return entries.withLock { entries in entries.lazy.filter { $0.test == test }.compactMap(\.driver) }
  }

  /// All registered drivers.
  static var all: [any WorkDriver] {
    entries.withLock { entries in entries.compactMap(\.driver) }
  }

  /// The identifier of the running test; `nil` outside of Swift Testing, because XCTest runs one test at a time.
  private static var runningTest: TestContext.Testing.Test.ID? {
    guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
    return testing?.test.id
  }
}
