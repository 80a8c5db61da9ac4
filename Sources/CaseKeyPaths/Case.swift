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

/// A path to `Value` whose root is not known to the type: ``Case`` can name only where it has arrived.
class Route<Value>: @unchecked Sendable {
  // @unchecked because a class that is subclassed can't state it; neither class has a stored property that changes, and
  // the one property there is, `RouteFrom.path`, is Sendable.
  func appending<Member>(_ path: AnyCasePath<Value, Member>) -> Route<Member> {
    preconditionFailure("Route is abstract; \(type(of: self)) must override appending(_:).")
  }

  func matches<Candidate>(_ candidate: Candidate) -> Bool {
    preconditionFailure("Route is abstract; \(type(of: self)) must override matches(_:).")
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

  override func matches<Candidate>(_ candidate: Candidate) -> Bool {
    guard let root = candidate as? Root else { return false }
    return path.extract(from: root) != nil
  }
}

/// Asks a ``Case`` of unknown type whether a value is in it.
protocol CaseMatching {
  func matches<Candidate>(_ candidate: Candidate) -> Bool
}

extension Case: CaseMatching {
  func matches<Candidate>(_ candidate: Candidate) -> Bool {
    route?.matches(candidate) ?? (candidate is Value)
  }
}
