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
///   those are optional; endpoints have none. Constants with a value, `private` properties with one and properties with
///   `@Dependency` are not parameters. A property inside `#if` is a parameter under the same condition. An existing
///   initializer of the struct with the same labels replaces a generated one.
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
/// - `'@DependencyClient' needs a separate declaration for each property, …`: `var (a, b): (Int, Int)` can't be set by
///   parameters.
/// - The errors of `@DependencyEndpoint`, at each endpoint.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() = #externalMacro(module: "CounterpointMacros", type: "DependencyClientMacro")

/// Gives a property of closure type a default that reports every call until the property is assigned.
///
/// ``DependencyClient()`` adds the macro to all closures of a struct. Write it explicitly for a single closure, or
/// use ``DependencyEndpoint(method:)`` to name the method.
///
/// ```swift
/// @DependencyClient
/// struct Store {
///   var load: @Sendable (_ id: Int) async throws -> Data
///   var count: @Sendable () -> Int = { 0 }
/// }
/// ```
///
/// ## Unimplemented endpoints
///
/// A call reports the issue `Unimplemented: 'Store.load'`, which fails a test. The first rule that applies then
/// decides the result:
///
/// 1. If the property has a closure literal after `=`, the call runs that closure.
/// 2. If the closure can throw any error, the call throws `Unimplemented("load")`.
/// 3. If the result is `Void` or spelled as an optional, the call returns `()` or `nil`.
///
/// Other closures need a default. Assigning the property replaces both the report and the default.
///
/// ## Expansion
///
/// The property becomes computed, with a stored property of the same name and an underscore as storage. A closure
/// with named parameters gets a method:
///
/// ```swift
/// private var _load: @Sendable (_ id: Int) async throws -> Data = { _ in
///   reportUnimplemented("Store.load")
///   throw Unimplemented("load")
/// }
///
/// func load(id: Int) async throws -> Data {
///   try await self._load(id)
/// }
/// ```
///
/// The method has the documentation comment, the access and the attributes of the property, and the effects and the
/// actor of the closure. It forwards `inout` parameters and autoclosures.
///
/// ## Errors
///
/// - `An endpoint that returns 'Int' and cannot throw any error needs a default`: the fix-it inserts a default with
///   a placeholder.
/// - `The default of the endpoint 'name' must be a closure literal`: the macro inserts the report before its
///   statements.
/// - `'@DependencyEndpoint' needs an annotation with a closure type for 'name'`
/// - `'@DependencyEndpoint' needs a 'var', so that the endpoint can be overridden`
/// - `'@DependencyEndpoint' cannot be applied to a 'static' property`. The same applies to a `lazy` property.
/// - `'@DependencyEndpoint' cannot be applied to 'name', which has accessors of its own`
/// - `'@DependencyEndpoint' needs a declaration with one name`
/// - `A method cannot forward the variadic parameter 'Int...'; take an array`: alternatively, leave the labels out.
///
/// The macro warns of a default that is only `fatalError()`, which would stop the test before it reports the call.
/// It also warns of IssueReporting's `unimplemented(…)`, which the macro makes redundant.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: overloaded, prefixed(_))
public macro DependencyEndpoint() =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEndpointMacro")

/// Gives a property of closure type a default that reports every call, and a method with another name.
///
/// ```swift
/// @DependencyClient
/// struct Users {
///   @DependencyEndpoint(method: "user")
///   var userByID: @Sendable (_ id: Int) async throws -> User
///   @DependencyEndpoint(method: "user")
///   var userByName: @Sendable (_ name: String) async throws -> User
/// }
///
/// try await users.user(id: 1)
/// users.userByName = { _ in .mock }
/// ```
///
/// See ``DependencyEndpoint()`` for the other rules. Any other argument is the error
/// `'method' must be a string literal that is a valid name of a method`.
///
/// - Parameter method: The base name of the method; its labels are the names of the closure's parameters.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String) =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEndpointMacro")

/// Excludes a closure from the endpoints of ``DependencyClient()``: both initializers set the property.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEndpointIgnoredMacro")
