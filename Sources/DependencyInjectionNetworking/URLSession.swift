@_spi(Internals) import CounterpointSupport
public import DependencyInjection
import IssueReporting

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension DependencyValues {
  /// The session for network requests.
  ///
  /// The shared session in production and previews. In tests, a session that reports each request and fails it.
  /// Prefer to wrap the session in a client of your own, whose endpoints a test can override individually.
  ///
  /// It is declared in a separate module because on Linux networking is a separate library.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
  static var testValue: URLSession { UnimplementedURLProtocol<Never>.session() }
}

/// Reports each request of a session in the test of that session, and fails the request.
///
/// Requests are loaded on threads outside of any test, and a `URLProtocol` has no reference to its session. So each
/// session has its own class, which differs in its `Tag`, and each class has an `IssueForwarder`.
final class UnimplementedURLProtocol<Tag>: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let url = request.url?.absoluteString ?? "an unknown URL"
    let method = request.httpMethod ?? "GET"
    let loading = Loading(self)
    let forwarder = forwarders.withLock { $0[ObjectIdentifier(Self.self)] }
    guard let forwarder else { return loading.fail() }
    forwarder.report(
      """
      Unimplemented: 'urlSession' was asked for \(method) \(url) in a test that does not override '\\.urlSession'. The \
      request was failed.
      """,
      then: loading.fail
    )
  }

  override func stopLoading() {}

  private struct Loading: @unchecked Sendable {
    // @unchecked because the client of a protocol may be called on any thread, and is called once.
    private let loader: UnimplementedURLProtocol

    init(_ loader: UnimplementedURLProtocol) {
      self.loader = loader
    }

    @Sendable func fail() {
      loader.client?.urlProtocol(loader, didFailWithError: URLError(.resourceUnavailable))
    }
  }
}

extension UnimplementedURLProtocol where Tag == Never {
  /// Returns a session whose requests are reported by the calling task, or by code that inherits its test.
  static func session() -> URLSession {
    let number = sessions.withLock { sessions in
      sessions += 1
      return sessions
    }
    let loader: AnyClass = loaderClass(number, Never.self)
    let forwarder = IssueForwarder()
    forwarders.withLock { $0[ObjectIdentifier(loader)] = forwarder }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [loader]
    return URLSession(configuration: configuration)
  }
}

private let sessions = Locked(0)
private let forwarders = Locked<[ObjectIdentifier: IssueForwarder]>([:])

private enum Even<Rest> {}
private enum Odd<Rest> {}

/// Returns the class for a number, whose binary digits form the tag.
private func loaderClass<Tag>(_ number: Int, _ tag: Tag.Type) -> AnyClass {
  switch (number, number % 2) {
  case (0, _): UnimplementedURLProtocol<Tag>.self
  case (_, 0): loaderClass(number / 2, Even<Tag>.self)
  default: loaderClass(number / 2, Odd<Tag>.self)
  }
}

/// Reports issues in the test in which it was created, for threads outside of any test.
///
/// A task local can't be set to a captured value from outside, so a task that inherited the test reports the issues.
private final class IssueForwarder: Sendable {
  private struct Report: Sendable {
    let message: String
    let completion: @Sendable () -> Void
  }

  private let reports: AsyncStream<Report>.Continuation

  init() {
    let (stream, reports) = AsyncStream<Report>.makeStream()
    self.reports = reports
    _ = Task {
      for await report in stream {
        reportIssue(report.message)
        report.completion()
      }
    }
  }

  /// Reports an issue, then calls `completion`.
  func report(_ message: String, then completion: @escaping @Sendable () -> Void) {
    reports.yield(Report(message: message, completion: completion))
  }
}
