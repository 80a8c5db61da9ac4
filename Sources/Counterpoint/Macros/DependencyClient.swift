/// Makes a struct of closures a dependency whose endpoints are unimplemented by default and can be overridden
/// separately.
///
/// ```swift
/// @DependencyClient
/// struct WeatherClient: Sendable {
///   var forecast: @Sendable (_ city: String, _ days: Int) async throws -> [Day]
///   var units: @Sendable () -> Units = { .metric }
///   var retries = 3
/// }
/// ```
///
/// `WeatherClient()` is a client without implemented endpoints, which suits `testValue`. A test overrides the
/// endpoints that it expects to be called. Every other call fails the test:
///
/// ```swift
/// let client = WeatherClient(forecast: { city, _ in [.sunny] }, units: { .imperial })
///
/// $0.weather.forecast = { _, _ in [.sunny] }          // `units` stays unimplemented
///
/// try await client.forecast(city: "Rome", days: 2)    // a method, because the closure names its parameters
/// ```
///
/// ## Expansion
///
/// - Each `var` whose type annotation is a closure gets `@DependencyEndpoint`, which defines the calls before the
///   endpoint is overridden. Excluded are `let`, `static`, `lazy` and computed properties, those with `@Dependency`
///   or ``DependencyEndpointIgnored()``, and optional closures. A closure behind a type alias is excluded too,
///   because a macro can't resolve the alias.
/// - A struct with an endpoint gets two initializers: one with all stored properties in their order, closures as
///   `@escaping`, and one without the endpoints. Parameters have the defaults of their properties, and `nil` where
///   those are optional; endpoints have none. Constants with a value, `private` properties with one, properties with
///   `@Dependency` and those inside `#if` are not parameters. An existing initializer of the struct with the same
///   labels replaces a generated one.
///
/// The initializers have the most restricted access of the struct and those properties. In Swift, default arguments
/// of a public initializer can only refer to public declarations.
///
/// Call an endpoint through its method if it has one. On Apple platforms, editors hide the property in code
/// completion; it can still be overridden.
///
/// ## Errors
///
/// - `'@DependencyClient' can only be applied to structs, not to class types`: an override changes a copy of the
///   client.
/// - `'@DependencyClient' needs a type annotation for 'name', which initializers set`: the macro only infers the
///   types of the literals `true`, `1`, `1.5` and `"text"`. The fix-it inserts a placeholder.
/// - The errors of `@DependencyEndpoint`, at each endpoint.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() = #externalMacro(module: "CounterpointMacros", type: "DependencyClientMacro")
