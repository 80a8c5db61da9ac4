import CounterpointTestSupport
import StateSharing
import XCTest

/// With XCTest, too, no test case sees the values of another.
final class TestIsolationCases: XCTestCase {
  private func useStorage(_ number: Int) {
    @Shared(.inMemory("cases")) var memory = number
    @Shared(.appStorage("cases")) var setting = number
    @Shared(.fileStorage(URL(fileURLWithPath: "/counterpoint-test/cases.json"))) var file = number
    for shared in [$memory, $setting, $file] {
      XCTAssertEqual(shared.wrappedValue, number)
      shared.withLock { $0 += 1 }
    }
  }

  /// XCTest does not associate threads with test cases, so a thread counts as part of the running case.
  func testThreadsOfACaseAreNotReported() {
    let reported = Recorder<ReportedIssue>()
    let end = expectation(description: "end")
    Thread.detachNewThread {
      for issue in issues(during: { _ = Shared(wrappedValue: 0, .inMemory("on a thread")) }) { reported.note(issue) }
      end.fulfill()
    }
    wait(for: [end], timeout: 60)
    XCTAssertEqual(reported.entries.count, 0)
  }

  func testFirst() { useStorage(1) }
  func testSecond() { useStorage(2) }
  func testThird() { useStorage(3) }
}
