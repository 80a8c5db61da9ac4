/// One form of the addresses of a route: with or without an optional component, and with one of its nested routes.
struct RoutePlan: Sendable, CustomStringConvertible {
  struct QueryPlan: Sendable {
    let name: String
    let texts: ValueTexts
    let isRequired: Bool
  }

  enum Step: Sendable {
    case literal(String)
    case value(ValueTexts)
  }

  var path: [Step] = []
  var queries: [QueryPlan] = []

  /// Returns all forms of the addresses of a route.
  static func plans(of shape: RouteShape) -> [RoutePlan] {
    var plans = [RoutePlan()]
    for part in shape.parts {
      plans = plans.flatMap { $0.extended(by: part) }
    }
    return plans
  }

  private func extended(by part: RouteShape.Part) -> [RoutePlan] {
    switch part {
    case .literal(let text):
      return [appending(.literal(text))]
    case .component(let texts, let isOptional):
      return isOptional ? [self, appending(.value(texts))] : [appending(.value(texts))]
    case .query(let name, let texts, let isRequired):
      var plan = self
      plan.queries.append(QueryPlan(name: name, texts: texts, isRequired: isRequired))
      return [plan]
    case .routes(let shapes):
      return shapes.flatMap { shape in
        Self.plans(of: shape).map { RoutePlan(path: path + $0.path, queries: queries + $0.queries) }
      }
    }
  }

  private func appending(_ step: Step) -> RoutePlan {
    RoutePlan(path: path + [step], queries: queries)
  }

  /// Returns an address that both plans may read; `nil` if they have none in common.
  func commonAddress(with other: RoutePlan) -> WebAddress? {
    guard path.count == other.path.count else { return nil }
    var address = WebAddress()
    for (step, otherStep) in zip(path, other.path) {
      guard let text = Self.commonText(of: step, and: otherStep) else { return nil }
      address.path.append(text)
    }
    for query in queries + other.queries
    where query.isRequired && !address.query.contains(where: { $0.name == query.name }) {
      let sets = (queries + other.queries).filter { $0.name == query.name }.map(\.texts)
      let examples = sets.flatMap(\.examples)
      guard let text = examples.first(where: { text in sets.allSatisfy { $0.contains(text) } }) else { return nil }
      address.query.append(WebAddress.QueryItem(name: query.name, value: text))
    }
    return address
  }

  private static func commonText(of step: Step, and other: Step) -> String? {
    switch (step, other) {
    case (.literal(let text), .literal(let otherText)):
      text == otherText ? text : nil
    case (.literal(let text), .value(let texts)), (.value(let texts), .literal(let text)):
      texts.contains(text) ? text : nil
    case (.value(let texts), .value(let otherTexts)):
      texts.examples.first(where: otherTexts.contains) ?? otherTexts.examples.first(where: texts.contains)
    }
  }

  /// The plan as a template, such as `/posts/{Int}?q={String}`. Optional queries have brackets.
  var description: String {
    let steps = path.map { step in
      switch step {
      case .literal(let text): text
      case .value(let texts): "{\(texts.typeName)}"
      }
    }
    let items = queries.map { query in
      let item = "\(query.name)={\(query.texts.typeName)}"
      return query.isRequired ? item : "[\(item)]"
    }
    return "/" + steps.joined(separator: "/") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }
}
