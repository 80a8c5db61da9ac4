/// Combines texts, components, queries and nested routes to the parts of a route.
@resultBuilder public enum RoutePartsBuilder {
  /// A literal component. A text with slashes stands for several components.
  public static func buildExpression(_ literal: String) -> RouteParts<OpenPath> {
    var parts = RouteParts<OpenPath>()
    parts.trailingLiterals = literal.split(separator: "/").map(String.init)
    return parts
  }

  /// A component with a value.
  public static func buildExpression<Value>(_ component: Component<Value>) -> RouteParts<OpenPath, Value> {
    RouteParts(fields: component.field)
  }

  /// A component that may be absent, at the end of the path.
  public static func buildExpression<Value>(_ component: Component<Value?>) -> RouteParts<ClosedPath, Value?> {
    RouteParts(fields: component.field)
  }

  /// Nested routes, at the end of the path.
  public static func buildExpression<Value>(_ routes: Routes<Value>) -> RouteParts<ClosedPath, Value> {
    RouteParts(fields: routes.field)
  }

  /// A query item.
  public static func buildExpression<Value>(_ query: Query<Value>) -> Query<Value> {
    query
  }

  /// Begins with a part of the path.
  public static func buildPartialBlock<Ending, each Field>(
    first: RouteParts<Ending, repeat each Field>
  ) -> RouteParts<Ending, repeat each Field> {
    first
  }

  /// Begins with a query.
  public static func buildPartialBlock<Value>(first: Query<Value>) -> RouteParts<OpenPath, Value> {
    RouteParts(fields: first.field)
  }

  /// Adds literal components.
  public static func buildPartialBlock<each Field>(
    accumulated: RouteParts<OpenPath, repeat each Field>,
    next: RouteParts<OpenPath>
  ) -> RouteParts<OpenPath, repeat each Field> {
    var parts = accumulated
    parts.trailingLiterals += next.trailingLiterals
    return parts
  }

  /// Adds a component or nested routes.
  public static func buildPartialBlock<Ending, each Field, Value>(
    accumulated: RouteParts<OpenPath, repeat each Field>,
    next: RouteParts<Ending, Value>
  ) -> RouteParts<Ending, repeat each Field, Value> {
    var field = next.fields
    field.literals = accumulated.trailingLiterals
    return RouteParts<Ending, repeat each Field, Value>(fields: repeat each accumulated.fields, field)
  }

  /// Adds a query.
  public static func buildPartialBlock<Ending, each Field, Value>(
    accumulated: RouteParts<Ending, repeat each Field>,
    next: Query<Value>
  ) -> RouteParts<Ending, repeat each Field, Value> {
    var field = next.field
    field.literals = accumulated.trailingLiterals
    return RouteParts<Ending, repeat each Field, Value>(fields: repeat each accumulated.fields, field)
  }

  /// Unavailable: a component behind the end of the path could be mistaken for the one that is optional.
  @available(*, unavailable, message: "Only queries can follow an optional component or nested routes")
  public static func buildPartialBlock<Ending, each Field, each Value>(
    accumulated: RouteParts<ClosedPath, repeat each Field>,
    next: RouteParts<Ending, repeat each Value>
  ) -> RouteParts<ClosedPath, repeat each Field> {
    preconditionFailure("Unavailable.")
  }
}
