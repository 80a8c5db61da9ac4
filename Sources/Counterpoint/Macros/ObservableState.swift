import CounterpointCore

/// Makes the state of a feature observable by field: an observer that has read `store.count` is notified only when
/// `count` changes.
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
/// On a struct, the macro observes each stored `var`. It does not observe constants, static and computed properties,
/// properties with `@ObservationStateIgnored`, and those with `@Shared`, `@SharedReader`, `@Fetch`, `@FetchAll` or
/// `@FetchOne`. It does not observe `lazy` properties either: reading one mutates the value, so a store can't read
/// it. `@Presents` is a separate macro.
///
/// On an enum, the macro gives each case an identity. An observer of the enum is notified when the case changes or
/// its payload is replaced. If the payload is observable state, edits of the payload don't notify observers of the
/// enum.
///
/// See `ObservableState` for the definition of a change.
///
/// ## Expansion
///
/// For the struct above, the macro adds `@ObservationStateTracked` to `count` and `fact`, an extension with the
/// conformance, and these members:
///
/// ```swift
/// private nonisolated struct _$Field {
///   static var count: Int { 0 }
///   static var fact: Int { 1 }
/// }
///
/// @ObservationStateIgnored
/// private nonisolated var _$observationRegistrar = ObservationStateRegistrar()
///
/// public nonisolated static func _$fields(_ fields: _ObservedFields<Self>) {
///   if case \Self.count = fields {
///     fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar)
///   }
///   if case \Self.fact = fields {
///     fields.addNamed(_$Field.fact, stored: \Self._fact, registrar: \Self._$observationRegistrar)
///   }
/// }
///
/// public nonisolated var _$id: ObservableStateID { _$observationRegistrar.id }
///
/// public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
/// ```
///
/// The macro preserves the memberwise initializer, initial values, inferred types, access levels, `willSet` and
/// `didSet`, and the synthesized conformances to `Equatable`, `Hashable` and `Sendable`. Equality and hash values
/// ignore the identity. A property inside `#if` is observed under the same condition. The memberwise initializer of
/// a struct without an observed `var` outside `#if` has one more parameter, with a default value.
///
/// An observed property with `willSet` or `didSet` is not mutated in place. Only the value after `didSet` counts, so
/// observers are not notified of a value that `didSet` reverts. Inside `willSet` and `didSet` the property is the
/// stored value, as in Swift: assigning it there does not call them again.
///
/// A `Codable`, `Decodable` or `Encodable` struct, with the conformance on it or in an extension, uses the names of
/// its properties as keys: the macro generates `CodingKeys`. If the struct declares keys or one of the coding
/// functions, the macro generates the missing functions in an extension. Declare `CodingKeys`, `init(from:)` and
/// `encode(to:)` in the struct itself. A macro can't see extensions, and the compiler would find duplicates. A
/// conditionally `Codable` generic struct that declares keys must declare both functions. A property wrapper is coded
/// itself, as by the compiler: a `@Shared` property is coded only in recordings, so leave it out of the keys.
///
/// An observed property of a struct on a global actor must be `Sendable`, because stores access the storage through
/// nonisolated key paths. The same applies in a module with main actor isolation by default. Otherwise mark the
/// struct `nonisolated`, or the property with `@ObservationStateIgnored`.
///
/// ## Errors
///
/// - `'@ObservableState' cannot be applied to class type 'Name': state is a struct or an enum`. The same applies to
///   actors, protocols and extensions.
/// - `'@ObservationIgnored' cannot be used inside '@ObservableState'; use '@ObservationStateIgnored'`. The same
///   applies to `@ObservationTracked` and `@PresentationState`.
/// - `'@ObservableState' needs a separate declaration for each property`: `var a = 1, b = 2` can't have accessors.
/// - `'@ObservableState' cannot observe …`: a property that is declared as part of a tuple, `weak`, `unowned`,
///   with an opaque type, or with a tuple or a function of a parameter pack. Mark it with `@ObservationStateIgnored`.
/// - `'@ObservableState' cannot observe 'name', which '@Wrapper' wraps: …`: the compiler rejects accessors for a
///   property with a property wrapper. Mark it with `@ObservationStateIgnored` if no screen reads it, or declare it
///   with the type of the wrapper. A macro can't see whether an attribute is a wrapper: with another macro, write
///   `@ObservationStateTracked` too.
/// - `'@ObservableState' needs a type that is 'Copyable' and 'Escapable', and not '~Copyable'`. The same applies to its
///   generic parameters.
/// - `'Name' cannot be decoded: 'CodingKeys' has no case 'name', …`: add the case, or a default value.
/// - A note, `'store.name' is a member of the store and not this property; …`: `store.ref` is not `state.ref`.
///
/// The compiler reports errors in `willSet` and `didSet` in the user's code, although the macro copies it.
///
/// The extension is at file scope, so the macro does not support a type that is not visible there. Examples are a
/// type inside a function and a `private` type inside another type. Make the latter `fileprivate`.
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

/// Observes a property of a struct with `@ObservableState`, which adds this macro to each property that it observes.
///
/// The macro stores the value in a private property with the prefix `_`. The accessors of the property report reads
/// and changes to the registrar of the struct:
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
///     _$observationRegistrar.didModify(&_count, edit, field: _$Field.count)
///   }
///   yield &_count
/// }
/// ```
///
/// - `'@ObservationStateTracked' needs a stored instance 'var'`: an error on constants, `lazy`, static and computed
///   properties, and on other declarations.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "CounterpointMacros", type: "ObservationStateTrackedMacro")

/// Observes a property, and creates the registrar of the struct when the property is initialized.
///
/// `@ObservableState` adds it to one property, so that the memberwise initializer has no parameter for the
/// registrar.
///
/// - Parameter makesRegistrar: `true`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked(makesRegistrar: Bool) =
  #externalMacro(module: "CounterpointMacros", type: "ObservationStateTrackedMacro")

/// Excludes a property of a struct with `@ObservableState` from observation: its changes notify no observers.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "CounterpointMacros", type: "ObservationStateIgnoredMacro")

/// Marks a property of observable state as the optional state of a presented child feature.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Presents var editor: Editor.State?
/// }
/// ```
///
/// `state.editor` is the child's state, `nil` while the child is not presented. `state.$editor` is a
/// `PresentationState`, the target of key paths for `ifLet`: `.ifLet(\.$editor, action: \.editor) { Editor() }`. An
/// observer of either is notified when the child is presented, dismissed or replaced. A change of one field, as in
/// `state.editor?.title = "X"`, notifies the observers of that field only. If the child is not observable state,
/// every change notifies.
///
/// The property is `nil` unless it has an initial value, and it has its own name in the memberwise initializer. A
/// `Codable` struct codes the property as an ordinary optional.
///
/// ## Expansion
///
/// The macro generates accessors and two properties: the private storage `_editor`, and `$editor` with the access of
/// the property.
///
/// ## Errors
///
/// - `'@Presents' needs '@ObservableState' on the struct around it; use '@PresentationState' elsewhere`
/// - `'@Presents' cannot be combined with '@Shared'`, nor with another attribute that stores the property.
/// - `'@Presents' needs an optional type: 'nil' while nothing is presented`
/// - `'@Presents' needs a type annotation`
/// - `'@Presents' needs a 'var', because the presented state changes`
/// - `'@Presents' needs a single stored instance 'var' without observers`: an error on `static`, `lazy` and computed
///   properties, and on those with `willSet` or `didSet`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`_`), prefixed(`$`))
public macro Presents() = #externalMacro(module: "CounterpointMacros", type: "PresentsMacro")
