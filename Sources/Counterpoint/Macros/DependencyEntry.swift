/// Makes a property of `DependencyValues`, and the key that it needs.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: WeatherClient.live)
///   var weather = WeatherClient()
/// }
/// ```
///
/// The value behind `=` is the one that tests get, `liveValue` the one of a running program, `previewValue` that of previews.
/// Without `liveValue`, the key is a `TestDependencyKey` only: the program has to override the value at its entry point, or to
/// conform the key to `DependencyKey` where that can be seen. Without a value behind `=`, tests have to override it.
///
/// The compiler does not show macros' arguments what other macros write: `liveValue: WeatherClient(…)` can't call an initialiser that
/// ``DependencyClient()`` generated. Give the value a name, as above, where such calls work.
///
/// Each expression is evaluated when the value is first asked for, in each test anew, and then kept, as that of
/// any key is.
///
/// ## What it writes
///
/// ```swift
/// var weather: WeatherClient {
///   get { self[WeatherKey.self] }
///   set { self[WeatherKey.self] = newValue }
///   _modify { yield &self[WeatherKey.self] }
/// }
///
/// private nonisolated enum WeatherKey: DependencyKey {
///   static var liveValue: WeatherClient { WeatherClient.live }
///   static var testValue: WeatherClient { WeatherClient() }
/// }
/// ```
///
/// The key is private, unless the property is `public` or `package`: then it is as visible as the property. The first argument
/// names the key. Without it, a private key is named after the property, and a visible one after the written type of the
/// property (`APIClientKey` for `any APIClient`, `Module.APIClient` and `APIClient?`), if there is one. Two visible properties of
/// one type need a name for one of their keys.
///
/// The type of the property may be left out, as in `var weather = WeatherClient.test`. Where the expression does not show the
/// type, the compiler infers it:
///
/// ```swift
/// private nonisolated enum WeatherKey: TestDependencyKey {
///   nonisolated enum TestValue: InferredTestValue {
///     static let make = { @Sendable in WeatherClient.test }
///   }
///   static var testValue: TestValue.Value { TestValue.make() }
/// }
/// ```
///
/// The value has to be `Sendable`; else the compiler says, in the expansion, `type 'Client' does not conform to the 'Sendable' protocol`.
/// Where everything is isolated to the main actor by default, write `nonisolated var`, else `@Dependency(\.weather)` gets `type
/// 'KeyPath<DependencyValues, WeatherClient>' does not conform to the 'Sendable' protocol`; and the type of the value must be
/// `nonisolated`, or have an initialiser that is.
///
/// ## Errors
///
/// - `'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'`
/// - `'@DependencyEntry' can only be applied to a 'var'`: a value that nobody can override needs no key.
/// - `'@DependencyEntry' needs a value for 'name': a test value behind '=', or 'liveValue'`
/// - `'@DependencyEntry' needs a type to be written for 'name'`: `.test`, `nil`, `[]` and `[:]` say nothing about their type. The
///   fix-it inserts a placeholder.
/// - `'@DependencyEntry' needs a declaration of one name, without accessors`
/// - `The name of the key must be a string literal that is a valid name of a type`
///
/// - Parameters:
///   - key: The name of the key; empty for the one described above.
///   - liveValue: The value in a running program. As the property's type is not known here, write `Client.live`, not `.live`.
///   - previewValue: The value in previews; without it, that of a running program if there is one, else that of tests.
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: StaticString = "", liveValue: Any? = nil, previewValue: Any? = nil) =
  #externalMacro(module: "CounterpointMacros", type: "DependencyEntryMacro")
