/// The root of case key paths, which name a case without a value of the enum.
///
/// It appears only in the explicit form `\Action.Cases.child`, where `Cases` is `Case<Action>`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// The path from the root of the key path to this case; `nil` at the root itself.
  let route: ErasedPath<Value>?

  /// Creates the root of the case key paths of `Value`.
  public init() {
    self.route = nil
  }

  private init(route: ErasedPath<Value>) {
    self.route = route
  }

  /// Extends the path to a case of the enum `Value`.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath]
    return Case<Member>(route: route?.appending(path) ?? RouteFrom(path))
  }

  /// Extends the path into an optional payload. Extraction fails if the payload is `nil`.
  ///
  /// It lets `\.buzz.fizz` reach through `case buzz(Buzz?)`, and lets `\.buzz` have the payload `Buzz` if the
  /// context requires it. In other contexts `\.buzz` has the payload `Buzz?`; the two key paths are not equal.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member?>>
  ) -> Case<Member> where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath].unwrapped()
    return Case<Member>(route: route?.appending(path) ?? RouteFrom(path))
  }

  func casePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let route else {
      // Only `\.self` leads here, and then both types are the same.
      return AnyCasePath<Root, Value>(embed: { $0 as! Root }, extract: { $0 as? Value })
    }
    guard let route = route as? RouteFrom<Root, Value> else {
      preconditionFailure("A case key path was applied to \(root), which is not the type that it starts from.")
    }
    return route.path
  }
}
