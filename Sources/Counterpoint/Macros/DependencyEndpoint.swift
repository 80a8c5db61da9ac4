/// Gives a property of closure type a default that reports every call, until somebody assigns another closure.
///
/// ``DependencyClient()`` adds it to all closures of a struct. Write it yourself to have it for one closure only, or for a method of
/// another name: ``DependencyEndpoint(method:)``.
///
/// ```swift
/// @DependencyClient
/// struct Store {
///   var load: @Sendable (_ id: Int) async throws -> Data
///   var count: @Sendable () -> Int = { 0 }
/// }
/// ```
///
/// ## What a call of an unimplemented endpoint does
///
/// It reports the issue `Unimplemented: 'Store.load'`, which fails a test. Then, with the first that applies, it
///
/// 1. does what the default says that stands behind `=`, a closure literal;
/// 2. throws `Unimplemented("load")`, if the closure can throw any error;
/// 3. returns, if the result is `Void`, or `nil`, if it is written as an optional.
///
/// Other closures need a default. Assigning the property replaces all of this, the report too.
///
/// ## What it writes
///
/// The property becomes computed, over a stored one of the same name with an underscore, and a method for closures that
/// name their parameters:
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
/// The method has the documentation comment, the access and the attributes of the property, the effects of the closure and its
/// actor, and passes `inout` parameters and autoclosures on.
///
/// ## Errors
///
/// - `An endpoint that returns 'Int' and cannot throw any error needs a default`: the fix-it inserts one, with a placeholder.
/// - `The default of the endpoint 'name' must be a closure literal`: a report has to be put in front of it.
/// - `'@DependencyEndpoint' needs a closure type to be written for 'name'`
/// - `'@DependencyEndpoint' needs a 'var', so that the endpoint can be overridden`
/// - `'@DependencyEndpoint' cannot be applied to a 'static' property`, nor to a `lazy` one, nor to one `which has
///   accessors of its own`, nor to several in one declaration
/// - `A method cannot hand on the variadic parameter 'Int...'; take an array`: or leave the labels out.
///
/// It warns of a default that is nothing but `fatalError()`, which would stop the test before it can tell what happened, and of
/// IssueReporting's `unimplemented(…)`, which the macro is there to replace.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: overloaded, prefixed(_))
public macro DependencyEndpoint() =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEndpointMacro")

/// Gives a property of closure type a default that reports every call, and a method of another name.
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
/// See ``DependencyEndpoint()`` for all else. It is an error that `'method' must be a string literal that is a valid name of a
/// method`, if it isn't.
///
/// - Parameter method: The base name of the method; its labels are the names of the closure's parameters.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String) =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEndpointMacro")

/// Tells ``DependencyClient()`` to leave a closure alone: it is no endpoint, but a property that both initialisers set.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEndpointIgnoredMacro")
