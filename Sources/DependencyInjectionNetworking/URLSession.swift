public import DependencyInjection
#if canImport(FoundationNetworking)
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
