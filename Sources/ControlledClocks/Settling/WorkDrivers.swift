import IssueReporting
import Locks

/// The drivers there are in the process, each with the test that it works for.
package enum WorkDrivers {
  private struct Entry: Sendable {
    weak let driver: (any WorkDriver)?
    let test: TestContext.Testing.Test.ID?
  }

  private static let entries = Locked<[Entry]>([])

  /// Makes a driver known to the clocks, for the test that runs now. It is forgotten when it is released.
  package static func register(_ driver: any WorkDriver) {
    let test = runningTest
    entries.withLock { entries in
      entries.removeAll { $0.driver == nil }
      entries.append(Entry(driver: driver, test: test))
    }
  }

  /// The drivers of the test that runs now.
  static var ofRunningTest: [any WorkDriver] {
    let test = runningTest
    return entries.withLock { entries in entries.lazy.filter { $0.test == test }.compactMap(\.driver) }
  }

  /// All drivers there are.
  static var all: [any WorkDriver] {
    entries.withLock { entries in entries.compactMap(\.driver) }
  }

  /// `nil` outside of Swift Testing: XCTest runs one test at a time.
  private static var runningTest: TestContext.Testing.Test.ID? {
    guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
    return testing?.test.id
  }
}
