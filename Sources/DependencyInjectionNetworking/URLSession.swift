public import DependencyInjection
#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension DependencyValues {
  /// Loads from the network.
  ///
  /// Live and in previews the shared session. In tests a session that reports each request and fails it. Better than to
  /// override it is to hide it in a client of your own, whose methods a test can replace one by one.
  ///
  /// In a module of its own, to be imported where it is used, because on Linux networking is a library apart.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
  static var testValue: URLSession { UnimplementedURLProtocol<Never>.session() }
}
