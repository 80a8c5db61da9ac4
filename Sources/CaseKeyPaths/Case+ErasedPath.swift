/// A path to `Value` with an erased root, because the type of ``Case`` contains only the destination.
class ErasedPath<Value>: @unchecked Sendable {
  // @unchecked because a superclass can't state it. Neither class has mutable state, and the only stored property,
  // `RouteFrom.path`, is Sendable.
  func appending<Member>(_ path: AnyCasePath<Value, Member>) -> ErasedPath<Member> {
    preconditionFailure("ErasedPath is abstract; \(type(of: self)) must override appending(_:).")
  }
}

final class RouteFrom<Root, Value>: ErasedPath<Value>, @unchecked Sendable {
  let path: AnyCasePath<Root, Value>

  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  override func appending<Member>(_ path: AnyCasePath<Value, Member>) -> ErasedPath<Member> {
    RouteFrom<Root, Member>(self.path.appending(path))
  }
}

/// The operations of a ``Case`` whose value type is erased, as in a partial case key path.
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
    // Wrapped explicitly, because otherwise an optional payload would be flattened into the result.
    guard let value = casePath(from: Root.self).extract(from: root) else { return nil }
    return .some(value as Any)
  }

  func embed<Root>(_ value: Any, in root: Root.Type) -> Root? {
    // The cast also wraps: a `Buzz` becomes a `Buzz?` if that is the payload type.
    guard let value = value as? Value else { return nil }
    return casePath(from: Root.self).embed(value)
  }
}

extension PartialKeyPath {
  /// Returns the case to which a partial case key path leads.
  ///
  /// A key path with the root `Case` always leads to a `Case`: both subscripts of `Case` return one, and the type
  /// has no other public members. `\.self` leads to the root itself.
  func partialCase<Enum>() -> any PartialCase where Root == Case<Enum> {
    guard let partial = Case<Enum>()[keyPath: self] as? any PartialCase else {
      preconditionFailure("\(self) does not lead to a case. Write a case key path as \\.name or \\.name.name.")
    }
    return partial
  }
}
