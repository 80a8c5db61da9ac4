/// The root that case key paths start from; no value of an enum is needed to name one of its cases.
///
/// You meet this type only in the spelling `\Action.Cases.child`, where `Cases` is `Case<Action>`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// The way from the key path's root to here; `nil` at the root itself.
  let route: Route<Value>?

  /// The case key paths' root for `Value`.
  public init() {
    self.route = nil
  }

  private init(route: Route<Value>) {
    self.route = route
  }

  /// Goes on to a case of the enum at this place.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath]
    return Case<Member>(route: route?.appending(path) ?? RouteFrom(path))
  }

  /// Goes on to a case whose payload is optional as if the payload were there: extraction fails where it is `nil`.
  ///
  /// This is what lets `\.buzz.fizz` reach through `case buzz(Buzz?)`, and `\.buzz` stand for a `Buzz` payload where the
  /// context asks for one. Without such a context `\.buzz` has the payload `Buzz?`: the two key paths are not equal.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member?>>
  ) -> Case<Member> where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath].unwrapped()
    return Case<Member>(route: route?.appending(path) ?? RouteFrom(path))
  }

  func casePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let route else {
      // Only `\.self` leads here, and then the two types are one.
      return AnyCasePath<Root, Value>(embed: { $0 as! Root }, extract: { $0 as? Value })
    }
    guard let route = route as? RouteFrom<Root, Value> else {
      preconditionFailure("A case key path was applied to \(root), which is not the type that it starts from.")
    }
    return route.path
  }
}
