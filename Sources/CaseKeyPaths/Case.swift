/// The root of case key paths, which name a case without a value of the enum.
///
/// It appears only in the explicit form `\Action.Cases.child`, where `Cases` is `Case<Action>`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// The path from the root of the key path to this case; `nil` at the root itself.
  let path: (any ErasedPath<Value>)?

  /// Creates the root of the case key paths of `Value`.
  public init() {
    self.path = nil
  }

  private init(path: any ErasedPath<Value>) {
    self.path = path
  }

  /// Extends the path to a case of the enum `Value`, or of the enum that an optional payload wraps: `\.buzz.fizz` leads
  /// through `case buzz(Buzz?)`, and `\.buzz.some` to the `Buzz`.
  ///
  /// The only subscript by name, because the compiler tries all combinations of several in a chain with a mistake.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    Case<Member>(
      path: path?.accept(CaseOfEnd(keyPath)) ?? RootedPath(Value.allCasePaths[keyPath: keyPath]) { keyPath }
    )
  }

  func casePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let path else {
      // Only `\.self` leads here, and then both types are the same.
      return AnyCasePath<Root, Value>(embed: { $0 as! Root }, extract: { $0 as? Value })
    }
    guard let path = path as? RootedPath<Root, Value> else {
      preconditionFailure("A case key path was applied to \(root), which is not the type that it starts from.")
    }
    return path.path
  }
}

/// A path to `Value` with an erased root, because the type of ``Case`` contains only the destination.
protocol ErasedPath<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The key path from `AllCasePaths` to the property of the case.
  var property: AnyKeyPath? { get }

  /// Calls a visitor with the path, whose type names the root.
  func accept<Visitor: PathVisitor>(_ visitor: Visitor) -> Visitor.Result where Visitor.Value == Value
}

/// An operation that needs the root of a path.
protocol PathVisitor<Value> {
  associatedtype Value
  associatedtype Result

  func visit<Root>(_ path: RootedPath<Root, Value>) -> Result
}

final class RootedPath<Root, Value>: ErasedPath, @unchecked Sendable {
  // @unchecked because what makes the property captures key paths to properties, which capture nothing that changes.
  let path: AnyCasePath<Root, Value>
  /// A function, because few paths are asked for their property, and appending key paths is slow.
  fileprivate let makeProperty: () -> AnyKeyPath?

  init(_ path: AnyCasePath<Root, Value>, property: @escaping () -> AnyKeyPath?) {
    self.path = path
    self.makeProperty = property
  }

  var property: AnyKeyPath? { makeProperty() }

  func accept<Visitor: PathVisitor>(_ visitor: Visitor) -> Visitor.Result where Visitor.Value == Value {
    visitor.visit(self)
  }
}

/// Extends a path by a case of the enum to which it leads.
private struct CaseOfEnd<Value: CasePathable, Member>: PathVisitor {
  let member: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>

  init(_ member: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>) { self.member = member }

  func visit<Root>(_ path: RootedPath<Root, Value>) -> any ErasedPath<Member> {
    RootedPath<Root, Member>(path.path.appending(Value.allCasePaths[keyPath: member])) {
      [member, makeProperty = path.makeProperty] in
      makeProperty()?.appending(path: \AnyCasePath<Root, Value>.[dynamicMember: member])
    }
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
  /// A key path with the root `Case` always leads to a `Case`: the subscript of `Case` returns one, and the type
  /// has no other public members. `\.self` leads to the root itself.
  func partialCase<Enum>() -> any PartialCase where Root == Case<Enum> {
    guard let partial = Case<Enum>()[keyPath: self] as? any PartialCase else {
      preconditionFailure("\(self) does not lead to a case. Write a case key path as \\.name or \\.name.name.")
    }
    return partial
  }
}
