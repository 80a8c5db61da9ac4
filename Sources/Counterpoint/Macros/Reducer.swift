import CounterpointCore

/// Makes a struct a feature, or an enum a choice between several features.
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State { var count = 0 }
///
///   enum Action { case incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// The macro generates only the boilerplate of a feature. All of it can be written by hand, and the macro keeps
/// existing declarations.
///
/// ## On a struct
///
/// - The conformance to `Reducer`.
/// - `@CasePathable` for a nested `enum Action`; `@CasePathable` and `@dynamicMemberLookup` for a state that is an
///   enum. A state that is a struct gets no attribute: add `@ObservableState` if screens observe it.
/// - `@ReducerBuilder` for a `body` of type `some Reducer<…>` or `some ReducerOf<…>` with only a getter, unless it
///   contains a `return`.
/// - The declarations that the feature omits:
///
/// | missing | generated | unless |
/// | --- | --- | --- |
/// | `State` | `@ObservableState struct State: Codable, Equatable, Hashable, Sendable { init() {} }` | inferred |
/// | `Action` | `@CasePathable enum Action: Equatable, Hashable, Sendable {}` | inferred |
/// | `body` | `var body: EmptyReducer<State, Action> { EmptyReducer() }` | there is a `reduce(into:action:)` |
///
/// The types are inferred from the logic in three cases: `body` is a stored property, `body` is `some Reducer…`, or
/// the missing type is absent from the type of `body` or the parameters of `reduce(into:action:)`. The macro can't
/// see extensions: for a feature without logic, a `State` in an extension is a duplicate declaration.
///
/// Generated declarations have the `public` or `package` access and the `@available` of the struct.
///
/// ## On an enum
///
/// Each case is a feature, and its payload is the type of the reducer. Use such an enum for the destinations that a
/// feature presents, and for the elements of a stack.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case edit(EditFeature)
///   case search(SearchFeature = SearchFeature(limit: 10))
///   case settings(Settings.Body = Settings.body)
///   case alert(AlertState<Alert>)
///   @ReducerCaseIgnored case share(Document)
///
///   enum Alert { case deleteButtonTapped }
/// }
/// ```
///
/// | case | in `State` | in `Action` | reducer | in `CaseScope` |
/// | --- | --- | --- | --- | --- |
/// | `edit(EditFeature)` | `EditFeature.State` | `EditFeature.Action` | `EditFeature()` | `StoreOf<EditFeature>` |
/// | with a default value | the same | the same | the default value | the same |
/// | `alert(AlertState<Alert>)` | the data | `Alert` | none | the data |
/// | ``ReducerCaseIgnored()`` | the data | `Never` | none | the data |
/// | ignored, with an action `A` | the data | `A` | none | `Store<Document, A>` |
/// | any other payload | the data | `Never` | none | the data |
///
/// - `settings(Settings.Body = Settings.body)` nests another enum with `@Reducer`, and follows the row for default
///   values.
/// - A `ConfirmationDialogState<…>` and a case with ``ReducerCaseEphemeral()`` follow the row for alerts.
/// - An ignored case has an action if the enum declares its own `Action` with a case of that name and a value `A`.
/// - Other payloads are none, several values, and types that are not plain names (`[Int]`, `Int?`).
///
/// `State` is observable and has case paths, and `Action` has case paths. `static var body` runs each feature in its
/// own case. `scope(_:)`, which `store.case` calls, makes a `CaseScope`. For the first case of the enum above:
///
/// ```swift
/// @CasePathable @dynamicMemberLookup @ObservableState
/// enum State: CaseReducerState, ObservableState, CasePathable, CasePathIterable {
///   typealias StateReducer = Destination
///
///   case edit(EditFeature.State)
/// }
///
/// @CasePathable
/// enum Action: CasePathable, CasePathIterable {
///   case edit(EditFeature.Action)
/// }
///
/// static var body: Reduce<Self.State, Self.Action> {
///   EmptyReducer<Self.State, Self.Action>()
///     .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
///       EditFeature()
///     }
///     .eraseToReduce()
/// }
///
/// @CasePathable @dynamicMemberLookup
/// enum CaseScope: CasePathable, CasePathIterable {
///   case edit(StoreOf<EditFeature>)
/// }
///
/// static func scope(_ store: Store<Self.State, Self.Action>) -> CaseScope {
///   switch store.state {
///   case .edit: .edit(store.scope(\.edit, action: \.edit)!)
///   }
/// }
///
/// extension Destination: CaseReducer, Reducer {
///   private typealias _$Cases = Self
///   private nonisolated enum _$Features { … }   // lets the compiler check the payloads; never called
/// }
/// ```
///
/// Conform the state and the action in extensions: `extension Destination.State: Equatable {}`. The macro keeps
/// existing members of these names; a custom `State` must be `ObservableState` and `CaseReducerState`. Everything
/// for a case inside `#if` is inside the same `#if`. `State` and `Action` keep `indirect`; these and `CaseScope`
/// keep `@available`. A case that is `unavailable` has no logic. A case that is `deprecated` makes `body` and
/// `scope` deprecated for their callers.
///
/// ## Modules with main actor isolation by default
///
/// In a module whose default isolation is the main actor, a feature needs no annotation, and its conformance is
/// isolated as its `body` is. Write `@Reducer nonisolated struct Feature`, and likewise for enums, for a feature that
/// runs in stores of other actors, too: the generated conformances and types are then `nonisolated`, and so have to
/// be those that you add: `nonisolated extension Destination.State: Equatable {}`.
///
/// ## Errors
///
/// - `'@Reducer' cannot be applied to class type 'Name'`: the macro supports structs and enums only.
/// - `'@Reducer' needs a type that is 'Copyable' and 'Escapable', and not '~Copyable'`. The same applies to its
///   generic parameters.
/// - `The type of 'body' must be 'some ReducerOf<Self>'`: not `any …`, and not `some Reducer` without arguments.
/// - `'name' is never run: …`: there is no `body`, but a property or a function that is probably meant to be it.
/// - `'@Reducer' takes no arguments: …`: the fix-it removes them.
/// - `'@Reducer' cannot be applied to overloaded case name 'name'`: `\.name` is ambiguous between the two cases.
/// - `'name' is unavailable: 'Type' is no feature; …`, at a case: the payload has no reducer. Mark the case with
///   ``ReducerCaseIgnored()`` if it holds data.
/// - `'name' is unavailable: 'Type' has no accessible 'init()'; …`, at a case: the generated `body` can't create the
///   feature. Write a default value, or an `init()`.
/// - `'name' is unavailable: 'Type' is an enum with '@Reducer'; …`, at a case: write `Type.Body = Type.body`.
/// - `'Action' has no case 'name(Type.Action)', …`: your own `State` or `Action` needs a case for each feature.
/// - `'onChange' takes a closure instead of 'Reduce': …`: the closure of `onChange(of:)` in `body` mutates the state
///   and returns an effect. It does not return a reducer.
/// - A warning, `A reducer with '@Reducer' should have a 'body' instead of 'reduce(into:action:)'`: the fix-it
///   rewrites the method into a `body`. The method works too.
///
/// The extension is at file scope, so the macro does not support a type that is not visible there. Examples are a
/// type inside a function and a `private` type inside another type. Make the latter `fileprivate`.
@attached(extension, conformances: _ReducerDomain, Reducer, CaseReducer, names: named(_$Cases), named(_$Features))
@attached(memberAttribute)
@attached(member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
public macro Reducer() = #externalMacro(module: "CounterpointMacros", type: "ReducerMacro")

/// Marks a case of an enum with ``Reducer()`` as an alert, a dialog or another prompt: state that is removed by its
/// first action.
///
/// `@Reducer` recognizes `AlertState` and `ConfirmationDialogState` by name. Mark the case explicitly if the type
/// has another name. The actions of the case are then the nested type `Action` of the payload.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   @ReducerCaseEphemeral case question(DeletionAlert)
///
///   typealias DeletionAlert = AlertState<Answer>
///   enum Answer { case delete, keep }
/// }
/// ```
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "CounterpointMacros", type: "ReducerCaseEphemeralMacro")

/// Marks the payload of a case of an enum with ``Reducer()`` as data instead of a feature.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case edit(EditFeature)
///   @ReducerCaseIgnored case share(Document)
/// }
/// ```
///
/// The case has the action type `Never`. If the enum declares its own `Action` with a case of that name, that case's
/// payload is the action type, and the parent's reducer handles the actions.
///
/// Cases without a payload, with several values, or with a type that is not a plain name are data without this
/// macro.
@attached(peer)
public macro ReducerCaseIgnored() = #externalMacro(module: "CounterpointMacros", type: "ReducerCaseIgnoredMacro")
