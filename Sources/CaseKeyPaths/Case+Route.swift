/// A path to `Value` whose root is not known to the type: ``Case`` can name only where it has arrived.
class Route<Value>: @unchecked Sendable {
  // @unchecked because a class that is subclassed can't state it; neither class has a stored property that changes, and
  // the one property there is, `RouteFrom.path`, is Sendable.
  func appending<Member>(_ path: AnyCasePath<Value, Member>) -> Route<Member> {
    preconditionFailure("Route is abstract; \(type(of: self)) must override appending(_:).")
  }
}

final class RouteFrom<Root, Value>: Route<Value>, @unchecked Sendable {
  let path: AnyCasePath<Root, Value>

  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  override func appending<Member>(_ path: AnyCasePath<Value, Member>) -> Route<Member> {
    RouteFrom<Root, Member>(self.path.appending(path))
  }
}

/// What a ``Case`` can do when only its root is known, as it is behind a partial case key path.
protocol PartialCase {
  func matches<Root>(_ root: Root) -> Bool
  func extract<Root>(from root: Root) -> Any?
  func embed<Root>(_ value: Any, in root: Root.Type) -> Root?
}

extension Case: PartialCase {
  func matches<Root>(_ root: Root) -> Bool {
    casePath(from: Root.self).extract(from: root) != nil
  }

  func extract<Root>(from root: Root) -> Any? {
    // Without the detour over a concrete payload, a payload that is itself optional would be flattened into the result.
    guard let value = casePath(from: Root.self).extract(from: root) else { return nil }
    return .some(value as Any)
  }

  func embed<Root>(_ value: Any, in root: Root.Type) -> Root? {
    // The cast also wraps: a `Buzz` becomes a `Buzz?` where that is the payload.
    guard let value = value as? Value else { return nil }
    return casePath(from: Root.self).embed(value)
  }
}

extension PartialKeyPath {
  /// The case that a partial case key path leads to.
  ///
  /// A key path cannot have a `Case` for its root and arrive at anything else: both subscripts of `Case` give a `Case`,
  /// and the type has no other public members. `\.self` gives the root itself.
  func partialCase<Enum>() -> any PartialCase where Root == Case<Enum> {
    guard let partial = Case<Enum>()[keyPath: self] as? any PartialCase else {
      preconditionFailure("\(self) does not lead to a case. Write a case key path as \\.name or \\.name.name.")
    }
    return partial
  }
}
