import Foundation
import IssueReporting
import CounterpointSupport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reports each request of a session in the test of that session, and fails the request.
///
/// Requests are loaded on threads outside of any test, and a `URLProtocol` has no reference to its session. So each
/// session has its own class, which differs in its `Tag`, and each class has an `IssueCourier`.
final class UnimplementedURLProtocol<Tag>: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let url = request.url?.absoluteString ?? "an unknown URL"
    let method = request.httpMethod ?? "GET"
    let loading = Loading(self)
    let courier = couriers.withLock { $0[ObjectIdentifier(Self.self)] }
    guard let courier else { return loading.fail() }
    courier.report(
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
    let courier = IssueCourier()
    couriers.withLock { $0[ObjectIdentifier(loader)] = courier }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [loader]
    return URLSession(configuration: configuration)
  }
}

private let sessions = Locked(0)
private let couriers = Locked<[ObjectIdentifier: IssueCourier]>([:])

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
/// Task locals can't be moved to a thread by hand, so a task that inherited them waits for the issues.
private final class IssueCourier: Sendable {
  private struct Parcel: Sendable {
    let message: String
    let deliver: @Sendable () -> Void
  }

  private let parcels: AsyncStream<Parcel>.Continuation

  init() {
    let (stream, parcels) = AsyncStream<Parcel>.makeStream()
    self.parcels = parcels
    _ = Task {
      for await parcel in stream {
        reportIssue(parcel.message)
        parcel.deliver()
      }
    }
  }

  /// Reports an issue, then calls `deliver`.
  func report(_ message: String, then deliver: @escaping @Sendable () -> Void) {
    parcels.yield(Parcel(message: message, deliver: deliver))
  }
}
