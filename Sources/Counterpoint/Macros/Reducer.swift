import CounterpointCore

/// Makes a struct a feature, or an enum one of several features.
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
/// The macro writes what every feature needs and nothing else: all of it can be written by hand, and where it has been, the
/// macro leaves it as it is.
///
/// ## On a struct
///
/// - The conformance to `Reducer`.
/// - `@CasePathable` for a nested `enum Action`; `@CasePathable` and `@dynamicMemberLookup` for a state that is an enum. A
///   state that is a struct gets nothing: write `@ObservableState` where screens are to observe it.
/// - `@ReducerBuilder` for a `body` that is `some Reducer<…>` or `some ReducerOf<…>` and has only a getter, unless there is a
///   `return` in it.
/// - What the feature leaves out:
///
/// | missing | gets | unless |
/// | --- | --- | --- |
/// | `State` | `@ObservableState struct State: Codable, Equatable, Hashable, Sendable { init() {} }` | the logic says what it is |
/// | `Action` | `@CasePathable enum Action: Equatable, Hashable, Sendable {}` | the logic says what it is |
/// | `body` | `var body: EmptyReducer<State, Action> { EmptyReducer() }` | there is a `reduce(into:action:)` |
///
/// The logic says what the types are if `body` is a stored property or `some Reducer…`, or if its type, or the parameters of
/// `reduce(into:action:)`, don't name the missing one. The macro doesn't see extensions: a `State` that stands in one of a
/// feature without logic is declared twice.
///
/// What is added has the `public` or `package` access and the `@available` of the struct.
///
/// ## On an enum
///
/// One case for each feature; the payload is the reducer's type. This is the type of what a feature presents, and of the
/// elements of a stack.
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
/// | `settings(Settings.Body = Settings.body)`, where `Settings` is an enum with `@Reducer` | `Settings.Body.State` | `Settings.Body.Action` | `Settings.body` | `StoreOf<Settings.Body>` |
/// | `alert(AlertState<Alert>)`, a `ConfirmationDialogState<…>`, or ``ReducerCaseEphemeral()`` | the data | `Alert` | none | the data |
/// | ``ReducerCaseIgnored()`` | the data | `Never` | none | the data |
/// | the same, where the enum's own `Action` has the case with a value `A` | the data | `A` | none | `Store<Document, A>` |
/// | without payload, with several, or of a type that is no plain name (`[Int]`, `Int?`) | the data | `Never` | none | the data |
///
/// `State` is observable and has case paths, `Action` has case paths, `static var body` runs each feature in its own case, and
/// `scope(_:)` makes a `CaseScope`, which `store.case` calls. For the first case of the enum above:
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
/// extension Destination: CaseReducer, Reducer {}
/// ```
///
/// Conform the state and the action in extensions: `extension Destination.State: Equatable {}`. Members of these names that the
/// enum has already are kept; a `State` of its own has to be `ObservableState` and `CaseReducerState`. Cases inside `#if` have
/// everything inside the same `#if`. `indirect` is taken over into `State` and `Action`, `@available` into these and `CaseScope`; a case
/// that is `unavailable` has no logic, and one that is `deprecated` makes `body` and `scope` so, for who names them.
///
/// ## Where everything is of the main actor
///
/// In a module whose default isolation is the main actor, write `@Reducer nonisolated struct Feature`, and so for enums: their conformance is
/// `nonisolated` then. Without it, `some ReducerOf<Self>` does not compile, nor does an enum. A feature runs on its store's
/// actor either way. A conformance that you add to a generated type is to be `nonisolated` as well:
/// `extension Destination.State: nonisolated Equatable {}`.
///
/// ## Errors
///
/// - `'@Reducer' cannot be applied to class type 'Name'`: only structs and enums can be reducers with the macro.
/// - `'@Reducer' takes no arguments: …`: with a fix-it that removes them.
/// - `'@Reducer' cannot be applied to overloaded case name 'name'`: `\.name` could not tell two cases apart.
/// - `'onChange' takes a closure instead of 'Reduce': …`: the closure of `onChange(of:)` in `body` changes the state and returns an
///   effect. It makes no reducer.
/// - A warning, `A reducer with '@Reducer' should have a 'body' instead of 'reduce(into:action:)'`: with a fix-it that rewrites
///   the method into a `body`. The method works all the same.
///
/// The extension stands at the top of the file. So the macro can't be used on a type that can't be seen from there: one inside
/// a function, or a `private` one inside another type (make it `fileprivate`).
@attached(extension, conformances: Reducer, CaseReducer)
@attached(memberAttribute)
@attached(member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
public macro Reducer() = #externalMacro(module: "CounterpointMacros", type: "ReducerMacro")
