import CounterpointTestSupport
import DependencyInjection
import DependencyInjectionNetworking
import Foundation
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The session of a test loads nothing and reports each request.
@Suite struct URLSessionTests {
  @Test func aRequestIsReportedAndFails() async throws {
    let url = try #require(URL(string: "https://example.com/a"))
    let reported = await issues {
      @Dependency(\.urlSession) var session
      await #expect(throws: (any Error).self) { try await session.data(from: url) }
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      await #expect(throws: (any Error).self) { try await session.data(for: request) }
    }
    #expect(reported.count == 2)
    #expect(reported.first?.message.contains("GET https://example.com/a") == true)
    #expect(reported.last?.message.contains("POST") == true)
  }

  @Test func aRequestOfATestFailsThatTest() async throws {
    let url = try #require(URL(string: "https://example.com/b"))
    let issues = try await recordedIssues {
      @Dependency(\.urlSession) var session
      _ = try? await session.data(from: url)
    }
    #expect(!issues.isEmpty && issues.allSatisfy { $0.description.contains("https://example.com/b") })
  }

  @Test func sessionsReportForThemselves() async throws {
    let url = try #require(URL(string: "https://example.com"))
    for _ in 0..<3 {
      await withDependencies {
        $0 = .test
      } operation: {
        let reported = await issues { _ = try? await DependencyValues._current.urlSession.data(from: url) }
        #expect(reported.count == 1)
      }
    }
    #expect(DependencyValues.live.urlSession === URLSession.shared)
  }
}
