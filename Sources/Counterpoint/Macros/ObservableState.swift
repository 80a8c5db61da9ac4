import CounterpointCore

/// Makes the state of a feature observable field by field: who reads `store.count` is told when `count` has changed, and not
/// when anything else has.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   let id: UUID
///   var count = 0
///   var fact: String?
/// }
/// ```
///
/// On a struct it observes each stored `var`. Left alone are constants, static and computed properties, `lazy` ones (reading one
/// changes the value, so that no store can read it), those with `@ObservationStateIgnored`, and those with the wrappers
/// `@Shared`, `@SharedReader`, `@Fetch`, `@FetchAll` and `@FetchOne`. `@Presents` has a macro of its own.
///
/// On an enum it gives each case an identity: who reads an enum is told when the case has changed or another value has come
/// into it, and, where the payload is observable state, not when that was edited.
///
/// See `ObservableState` for what counts as a change.
///
/// ## What it writes
///
/// For the struct above, `@ObservationStateTracked` on `count` and `fact`, an extension with the conformance, and these members:
///
/// ```swift
/// private nonisolated enum _$Field {
///   static var count: Int { 0 }
///   static var fact: Int { 1 }
/// }
///
/// @ObservationStateIgnored
/// private nonisolated var _$observationRegistrar = ObservationStateRegistrar()
///
/// public nonisolated static func _$fields(_ fields: ObservedFields<Self>) {
///   if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
///   if case \Self.fact = fields { fields.addNamed(_$Field.fact, stored: \Self._fact, registrar: \Self._$observationRegistrar) }
/// }
///
/// public nonisolated var _$id: ObservableStateID { _$observationRegistrar.id }
///
/// public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
/// ```
///
/// The memberwise initialiser, initial values, properties without a written type, access levels, `willSet` and `didSet`, and the
/// conformances to `Equatable`, `Hashable` and `Sendable` that the compiler writes are those of the struct without the macro.
/// Equality and hash ignore the identity. A property inside `#if` is observed under the same condition. A struct without an
/// observed `var` outside `#if` has one more parameter in its memberwise initialiser, which can be left out.
///
/// An observed property with `willSet` or `didSet` is not changed in place. What its observers leave is what counts: who reads the
/// property is not told of a value that `didSet` takes back. In the observers themselves the property is what is stored, as in
/// Swift: assigning it there does not call them again.
///
/// A struct that is `Codable`, `Decodable` or `Encodable`, itself or in an extension, is coded under the names of its properties: it
/// gets `CodingKeys`; where it has its own, or one half of the coding, it gets the functions that are missing, in an extension. The
/// macro can't see what stands in extensions: keys, `init(from:)` and `encode(to:)` of the struct's own must stand in the struct, else
/// the compiler finds two of them. A generic struct that is `Codable` under a condition can't have keys of its own without both
/// functions.
///
/// On a struct of a global actor (or of a module whose default is the main actor), an observed property has to be `Sendable`: a store
/// finds what is stored by key paths that are of no actor. Else mark the struct `nonisolated`, or the property with
/// `@ObservationStateIgnored`.
///
/// ## Errors
///
/// - `'@ObservableState' cannot be applied to class type 'Name': state is a struct or an enum`; so for actors and the rest.
/// - `'@ObservationIgnored' cannot be used inside '@ObservableState'; use '@ObservationStateIgnored'`; so for
///   `@ObservationTracked` and `@PresentationState`.
/// - `'@ObservableState' needs a declaration of its own for each property`: `var a = 1, b = 2` can't be given accessors.
/// - `'@ObservableState' cannot observe …`: a property declared as part of a tuple, `weak`, `unowned` or with `some` in its
///   type. Mark it with `@ObservationStateIgnored`.
///
/// A property with another property wrapper needs `@ObservationStateIgnored` too: the compiler refuses accessors for it.
///
/// The extension stands at the top of the file. So the macro can't be used on a type that can't be seen from there: one inside
/// a function, or a `private` one inside another type (make it `fileprivate`).
@attached(
  extension,
  conformances: ObservableState,
  Decodable,
  Encodable,
  names: named(init(from:)),
  named(encode(to:))
)
@attached(memberAttribute)
@attached(
  member,
  conformances: Decodable,
  Encodable,
  names: named(_$Field),
  named(_$observationRegistrar),
  named(_$fields(_:)),
  named(_$id),
  named(_$willModify),
  named(CodingKeys)
)
public macro ObservableState() = #externalMacro(module: "CounterpointMacros", type: "ObservableStateMacro")

/// Observes a property of a struct with `@ObservableState`, which adds it to each property that it observes.
///
/// It moves the value into a private property with a `_` in front, and gives the property accessors that tell the registrar
/// of the struct who reads and who changes it:
///
/// ```swift
/// @storageRestrictions(initializes: _count)
/// init(initialValue) {
///   _count = initialValue
/// }
/// get {
///   _$observationRegistrar.access(_$Field.count)
///   return _count
/// }
/// set {
///   _$observationRegistrar.set(&_count, to: newValue, field: _$Field.count)
/// }
/// _modify {
///   let edit = _$observationRegistrar.willModify(&_count, field: _$Field.count)
///   defer {
///     _$observationRegistrar.didModify(_count, edit, field: _$Field.count)
///   }
///   yield &_count
/// }
/// ```
///
/// - `'@ObservationStateTracked' needs a stored 'var' of each value`: an error on constants, `lazy`, static and computed
///   properties, and on what is not a property.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "CounterpointMacros", type: "ObservationStateTrackedMacro")

/// Observes a property, and makes the registrar of the struct when the property is initialised.
///
/// `@ObservableState` adds it to one property, so that the registrar is no parameter of the memberwise initialiser.
///
/// - Parameter makesRegistrar: `true`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked(makesRegistrar: Bool) =
  #externalMacro(module: "CounterpointMacros", type: "ObservationStateTrackedMacro")

/// Leaves a property of a struct with `@ObservableState` as it is: nobody is told when it changes.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "CounterpointMacros", type: "ObservationStateIgnoredMacro")
