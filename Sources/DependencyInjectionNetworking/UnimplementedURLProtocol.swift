import Foundation
import IssueReporting
import Locks
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reports each request of a session, in the test that the session belongs to, and fails it.
///
/// Requests are loaded on threads that know of no test, and nothing that a `URLProtocol` is given leads back to its session.
/// So each session has a class of its own, which differs in its `Tag`, and each class a courier.
final class UnimplementedURLProtocol<Tag>: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let url = request.url?.absoluteString ?? "an unknown place"
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
    // @unchecked because a protocol's client may be told on any thread, and is told once.
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
  /// A session whose requests are reported by the task that makes it, or what inherits its test.
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

/// The class for a number: the binary digits are the tag.
private func loaderClass<Tag>(_ number: Int, _ tag: Tag.Type) -> AnyClass {
  switch (number, number % 2) {
  case (0, _): UnimplementedURLProtocol<Tag>.self
  case (_, 0): loaderClass(number / 2, Even<Tag>.self)
  default: loaderClass(number / 2, Odd<Tag>.self)
  }
}

/// Reports issues in the test in which it was made, on behalf of threads that know of no test.
///
/// What is current in a task can't be taken to a thread by hand, so a task waits where it is.
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

  /// Reports an issue, then calls a function.
  func report(_ message: String, then deliver: @escaping @Sendable () -> Void) {
    parcels.yield(Parcel(message: message, deliver: deliver))
  }
}
