/// The addresses of a site, as the cases of an enum.
///
/// ```swift
/// let routes = Routes<SiteRoute> {
///   Route(\.home)
///   Route(\.post) { "posts"; Component(Int.self) }
/// }
/// routes.route(for: "/posts/7")  // .post(7)
/// routes.address(for: .post(7))  // /posts/7
/// ```
///
/// Reading tries the declarations in order, and the first that matches wins. Writing takes the first declaration of
/// the value's case. A second declaration of a case reads its former addresses. Both cost time proportional to the
/// number of declarations and to the length of the address.
public struct Routes<Value>: Sendable {
  let routes: [Route<Value>]

  /// Creates routes from declarations.
  ///
  /// - Parameter routes: The declarations, in order of precedence.
  public init(@RoutesBuilder<Value> _ routes: () -> [Route<Value>]) {
    self.routes = routes()
  }

  /// Returns the route of an address.
  ///
  /// - Parameter address: The path and the query, as a browser sends them. It may come from an attacker.
  /// - Returns: The route, or `nil` if the text is not an address or no declaration matches.
  public func route(for address: String) -> Value? {
    WebAddress(address).flatMap(route)
  }

  /// Returns the route of an address.
  ///
  /// - Parameter address: The decoded address.
  /// - Returns: The route, or `nil` if no declaration matches.
  public func route(for address: WebAddress) -> Value? {
    var reader = RouteReader(address)
    return read(&reader)
  }

  /// Returns the canonical address of a route. Reading it gives an equal route if there are no ``ambiguities(in:)``.
  ///
  /// - Parameter route: The route.
  /// - Returns: The address, or `nil` if no declaration has the case, or if a value has no text.
  public func address(for route: Value) -> WebAddress? {
    var address = WebAddress()
    return write(route, to: &address) ? address : nil
  }

  func read(_ reader: inout RouteReader) -> Value? {
    for route in routes {
      var copy = reader
      if let value = route.read(&copy) {
        reader = copy
        return value
      }
    }
    return nil
  }

  func write(_ value: Value, to address: inout WebAddress) -> Bool {
    for route in routes {
      var copy = address
      if route.write(value, &copy) == true {
        address = copy
        return true
      }
    }
    return false
  }

  /// These routes as a part of another one.
  var field: RouteField<Value> {
    RouteField(
      shape: .routes(routes.map(\.shape)),
      read: { read(&$0) },
      write: { value, address in write(value, to: &address) }
    )
  }
}

/// Collects the declarations of ``Routes``.
@resultBuilder public enum RoutesBuilder<Value> {
  /// One declaration.
  public static func buildExpression(_ route: Route<Value>) -> [Route<Value>] { [route] }

  /// Several declarations.
  public static func buildBlock(_ routes: [Route<Value>]...) -> [Route<Value>] { routes.flatMap { $0 } }

  /// Declarations in an `if` without an `else`.
  public static func buildOptional(_ routes: [Route<Value>]?) -> [Route<Value>] { routes ?? [] }

  /// Declarations in an `if` with an `else`.
  public static func buildEither(first routes: [Route<Value>]) -> [Route<Value>] { routes }

  /// Declarations in an `else`.
  public static func buildEither(second routes: [Route<Value>]) -> [Route<Value>] { routes }
}
