/// Makes a struct of closures a dependency whose every endpoint can be left unimplemented, and overridden on its own.
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
/// Then `WeatherClient()` is a client of which nothing is implemented: a good `testValue`. A test overrides what it expects
/// to be called, and every other call fails it:
///
/// ```swift
/// let client = WeatherClient(forecast: { city, _ in [.sunny] }, units: { .imperial })
///
/// $0.weather.forecast = { _, _ in [.sunny] }          // `units` stays unimplemented
///
/// try await client.forecast(city: "Rome", days: 2)    // a method, because the closure names its parameters
/// ```
///
/// ## What it writes
///
/// - For every `var` whose written type is a closure, `@DependencyEndpoint`, which says what a call does until somebody
///   overrides it. Not for `let`, `static`, `lazy` and computed properties, nor for those with `@Dependency` or
///   ``DependencyEndpointIgnored()``, optional closures, and closures behind a type alias, which no macro can see.
/// - If there is an endpoint, two initialisers: one with all stored properties in their order, closures as `@escaping`, and
///   one without the endpoints. Parameters have the defaults of their properties, and `nil` where those are optional;
///   endpoints have none. Constants with a value, `private` properties with one, properties with `@Dependency` and those inside
///   `#if` are no parameters. An initialiser of the struct with the same labels takes the place of a generated one.
///
/// The initialisers are as visible as the least visible of the struct and those properties. Swift lets default arguments of
/// a public one name only what is public.
///
/// An endpoint with a method is offered by its method: on Apple systems, editors hide the property, which stays
/// there to be overridden.
///
/// ## Errors
///
/// - `'@DependencyClient' can only be applied to structs, not to class types`: a client is copied and overridden in part.
/// - `'@DependencyClient' needs a type to be written for 'name', which initialisers set`: only the types of `true`, `1`, `1.5` and
///   `"text"` are known without. The fix-it inserts a placeholder.
/// - Those of `@DependencyEndpoint`, at each endpoint.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() = #externalMacro(module: "CounterpointMacros", type: "DependencyClientMacro")
