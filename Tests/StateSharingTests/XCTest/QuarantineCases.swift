import CounterpointTestSupport
import StateSharing
import XCTest

/// With XCTest, too, no test case sees what another has stored.
final class QuarantineCases: XCTestCase {
  private func useStorage(_ number: Int) {
    @Shared(.inMemory("cases")) var memory = number
    @Shared(.appStorage("cases")) var setting = number
    @Shared(.fileStorage(URL(fileURLWithPath: "/counterpoint-test/cases.json"))) var file = number
    for shared in [$memory, $setting, $file] {
      XCTAssertEqual(shared.wrappedValue, number)
      shared.withLock { $0 += 1 }
    }
  }

  /// Which case a thread belongs to XCTest does not say; while one runs, it is taken for its.
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
