/// Two declarations of which the first reads an address of the second.
public struct RouteAmbiguity: Hashable, Sendable, CustomStringConvertible {
  /// An address of the second declaration that the first reads as a route of its own.
  public let address: WebAddress

  /// The template of the declaration that wins, such as `/posts/{String}`.
  public let winner: String

  /// The template of the declaration whose route has no address of its own.
  public let loser: String

  /// One line with the address and both templates.
  public var description: String {
    "\(address) is an address of \(loser), but \(winner) is declared before it and reads it."
  }
}

/// Returns the overlaps of declarations because of which an address is read as another route than the one that it was
/// written for.
///
/// Call it in a test, and expect that the result is empty:
///
/// ```swift
/// #expect(ambiguities(in: SiteRoute.routes) == [])
/// ```
///
/// Each result is proved by its address. The addresses are made from the literal components and from
/// ``AddressValue/addressExamples``, so that an overlap at other texts is not found. Two declarations are no ambiguity
/// if only the first requires a query, because the second writes addresses without it. Routes that are nested in one
/// declaration are not compared with each other: call the function for them too.
///
/// - Parameter routes: The routes.
/// - Returns: At most one ambiguity for each pair of declarations, in order.
public func ambiguities<Value: Equatable>(in routes: Routes<Value>) -> [RouteAmbiguity] {
  let plans = routes.routes.map { RoutePlan.plans(of: $0.shape) }
  var ambiguities: [RouteAmbiguity] = []
  for second in plans.indices {
    for first in plans.indices.prefix(second) {
      if let ambiguity = ambiguity(of: plans[first], plans[second], at: (first, second), in: routes) {
        ambiguities.append(ambiguity)
      }
    }
  }
  return ambiguities
}

private func ambiguity<Value: Equatable>(
  of firstPlans: [RoutePlan],
  _ secondPlans: [RoutePlan],
  at numbers: (first: Int, second: Int),
  in routes: Routes<Value>
) -> RouteAmbiguity? {
  for secondPlan in secondPlans {
    for firstPlan in firstPlans {
      guard
        let candidate = firstPlan.commonAddress(with: secondPlan),
        let route = routes.routes[numbers.second].route(for: candidate),
        let address = routes.address(for: route),
        let other = routes.routes[numbers.first].route(for: address),
        other != route,
        routes.route(for: address) != route
      else { continue }
      return RouteAmbiguity(address: address, winner: "\(firstPlan)", loser: "\(secondPlan)")
    }
  }
  return nil
}

extension Route {
  fileprivate func route(for address: WebAddress) -> Value? {
    var reader = RouteReader(address)
    return read(&reader)
  }
}
