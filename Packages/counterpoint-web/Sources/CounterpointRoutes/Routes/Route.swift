public import CaseKeyPaths

/// The addresses of one case of an enum: how they are read and written.
///
/// ```swift
/// Route(\.home)
/// Route(\.post) { "posts"; Component(Int.self) }
/// Route(\.search) { "search"; Query("q", String.self); Query("page", Int?.self) }
/// Route(\.settings) { "settings"; SettingsRoute.routes }
/// ```
///
/// The values of the parts, in order, are the payload of the case. The compiler checks their types.
public struct Route<Value>: Sendable {
  let shape: RouteShape
  let read: @Sendable (inout RouteReader) -> Value?

  /// Appends the address of a value; `nil` if the value is in another case, `false` if it has no address.
  let write: @Sendable (Value, inout WebAddress) -> Bool?

  /// The route of a case without a payload whose address is `/`, or the prefix of nested routes.
  ///
  /// - Parameter path: The case, as in `Route(\.home)`.
  public init(_ path: CaseKeyPath<Value, Void>) {
    self.init(path) { "" }
  }

  /// The route of a case whose payload consists of the values of the parts.
  ///
  /// A query name that occurs twice, also in nested routes, is a precondition failure.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - parts: The path, as texts and components, then nested routes, and queries.
  public init<Parts: RoutePartsProtocol>(
    _ path: CaseKeyPath<Value, Parts.Fields>,
    @RoutePartsBuilder parts: () -> Parts
  ) {
    self.init(path, parts: parts(), fields: { $0 }, payload: { $0 })
  }

  /// The route of a case whose payload has labels, or is a struct.
  ///
  /// Tuples with and without labels are different types, but the compiler converts them:
  ///
  /// ```swift
  /// // case search(String, page: Int?)
  /// Route(\.search, fields: { $0 }, payload: { $0 }) {
  ///   "search"
  ///   Query("q", String.self)
  ///   Query("page", Int?.self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - fields: Returns the values of the parts for a payload.
  ///   - payload: Returns the payload for the values. It must be the inverse of `fields`.
  ///   - parts: The path, as texts and components, then nested routes, and queries.
  public init<Payload, Parts: RoutePartsProtocol>(
    _ path: CaseKeyPath<Value, Payload>,
    fields: @escaping @Sendable (Payload) -> Parts.Fields,
    payload: @escaping @Sendable (Parts.Fields) -> Payload,
    @RoutePartsBuilder parts: () -> Parts
  ) {
    self.init(path, parts: parts(), fields: fields, payload: payload)
  }

  /// Unavailable: the parts have other values than the case.
  @available(
    *,
    unavailable,
    message:
      "The parts don't give the payload of the case; if only labels differ, add 'fields: { $0 }, payload: { $0 }'"
  )
  @_disfavoredOverload
  public init<Payload, Parts: RoutePartsProtocol>(
    _ path: CaseKeyPath<Value, Payload>,
    @RoutePartsBuilder parts: () -> Parts
  ) {
    preconditionFailure("Unavailable.")
  }

  private init<Payload, Parts: RoutePartsProtocol>(
    _ path: CaseKeyPath<Value, Payload>,
    parts: Parts,
    fields: @escaping @Sendable (Payload) -> Parts.Fields,
    payload: @escaping @Sendable (Parts.Fields) -> Payload
  ) {
    // Evaluating a key path costs a microsecond; here it happens once.
    let path = AnyCasePath(path)
    shape = parts.shape
    read = { reader in parts.read(&reader).map { path.embed(payload($0)) } }
    write = { value, address in
      path.extract(from: value).map { parts.write(fields($0), to: &address) }
    }
    for plan in RoutePlan.plans(of: shape) {
      var names: Set<String> = []
      for query in plan.queries {
        precondition(
          names.insert(query.name).inserted,
          "The route \(plan) has two queries with the name \(query.name.debugDescription). Rename one of them."
        )
      }
    }
  }
}
