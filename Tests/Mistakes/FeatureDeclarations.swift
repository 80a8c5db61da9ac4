// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Counterpoint

// Declarations of features.

@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var name = ""
  }

  enum Action {
    case tap
  }
}

final class Model {}
struct Plain {}
enum Failure: Error { case failed }

enum ReducerOnFunc {
  @Reducer  // error: 'member' macro cannot be // error: 'memberAttribute' macro c // error: 'extension' macro cannot
  func feature() {}
}

struct FeatureReducerOnExtension {}
@Reducer  // error: 'extension' macro cannot be attached to extension (extension of 'FeatureReducerOnExtension')
extension FeatureReducerOnExtension {}

enum ReducerInFunction {
  func make() {
    @Reducer
    struct Local {  // error: local type cannot have attached extension macro
      struct State { var count = 0 }
      enum Action { case tap }  // error: local type cannot have attached extension macro
      var body: some ReducerOf<Self> { Reduce { _, _ in .none } }  // error: type 'Local' does not conform to protocol '
    }
    _ = Local()
  }
}

enum ReducerEnumInFunction {
  func make() {
    @Reducer
    enum Local { case leaf(Leaf) }  // error: local type cannot have attached extension macro
  }
}

enum StateIsAClass {
  @Reducer
  struct Feature {
    @ObservableState
    final class State { var count = 0 }  // error: '@ObservableState' cannot be applied to class type 'State': state is
    enum Action { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

enum StateMisspelled {
  @Reducer
  struct Feature {  // error: type 'StateMisspelled.Feature' does not conform to protocol 'Reducer'
    @ObservableState
    struct Stat { var count = 0 }
    enum Action { case tap }
    var body: some ReducerOf<Self> {  // error: type 'StateMisspelled.Feature' does not conform to protocol 'Reducer'
      Reduce { state, action in
        state.count += 1; return .none
      }
    }
  }
}

enum ActionMisspelled {
  @Reducer
  struct Feature {  // error: type 'ActionMisspelled.Feature' does not conform to protocol 'Reducer'
    @ObservableState
    struct State { var count = 0 }
    enum Actions { case tap }
    var body: some ReducerOf<Self> {  // error: type 'ActionMisspelled.Feature' does not conform to protocol 'Reducer'
      Reduce { state, action in
        switch action {
        case .tap: return .none
        }
      }
    }
  }
}

enum BodyMisspelled {
  @Reducer
  struct Feature {
    @ObservableState
    struct State { var count = 0 }
    enum Action { case tap }
    var bdy: some ReducerOf<Self> { Reduce { state, action in .none } }  // error: 'bdy' is never run: the logic of a fe
  }
}

enum BodyIsStatic {
  @Reducer
  struct Feature {
    @ObservableState
    struct State { var count = 0 }
    enum Action { case tap }
    static var body: some ReducerOf<Self> { EmptyReducer() }  // error: 'body' is never run: the logic of a feature is i
  }
}

enum BodyIsFunc {
  @Reducer
  struct Feature {  // error: type 'BodyIsFunc.Feature' does not conf // error: type 'BodyIsFunc.Feature' does not conf
    @ObservableState
    struct State { var count = 0 }
    enum Action { case tap }
    func body() -> some ReducerOf<Self> { EmptyReducer() }  // error: 'body' is never run: the logic of a feature is its
  }
}

enum BodyWithoutType {
  @Reducer
  struct Feature {  // error: type 'BodyWithoutType.Feature' does not // error: type 'BodyWithoutType.Feature' does not
    struct State { var count = 0 }
    enum Action { case tap }
    var body { EmptyReducer() }  // error: computed property must have an ex // error: type annotation missing in patter
  }
}

enum BodyAny {
  @Reducer
  struct Feature {  // error: type 'BodyAny.Feature' does not conform // error: type 'BodyAny.Feature' does not conform
    struct State { var count = 0 }
    enum Action { case tap }
    var body: any ReducerOf<Self> { EmptyReducer() }  // error: The type of 'body' must be 'some ReducerOf<Self>'
  }
}

enum BodySomeReducer {
  @Reducer
  struct Feature {  // error: type 'BodySomeReducer.Feature' does not // error: type 'BodySomeReducer.Feature' does not
    struct State { var count = 0 }
    enum Action { case tap }
    var body: some Reducer { Reduce { state, action in .none } }  // error: The type of 'body' must be 'some ReducerOf<S
  }
}

enum BodySomeView {
  @Reducer
  struct Feature {  // error: type 'BodySomeView.Feature' does not co // error: type 'BodySomeView.Feature' does not co
    struct State { var count = 0 }
    enum Action { case tap }
    var body: some View { EmptyReducer() }  // error: cannot find type 'View' in scope
  }
}

public enum BodyPrivate {
  @Reducer
  public struct Feature {  // error: property 'body' must be declared public because it matches a requirement in public
    public struct State { var count = 0 }
    public enum Action { case tap }
    private var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

public enum PublicFeatureInternalState {
  @Reducer
  public struct Feature {  // error: struct 'State' must be declared publ // error: struct 'State' must be declared publ
    @ObservableState
    struct State { var count = 0 }
    public enum Action { case tap }
    public var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

public enum PublicFeatureInternalAction {
  @Reducer
  public struct Feature {  // error: enum 'Action' must be declared publi // error: enum 'Action' must be declared publi
    @ObservableState
    public struct State { var count = 0 }
    enum Action { case tap }
    public var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

public enum PublicFeatureInternalBody {
  @Reducer
  public struct Feature {  // error: property 'body' must be declared public because it matches a requirement in public
    @ObservableState
    public struct State { var count = 0 }
    public enum Action { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

enum PrivateState {
  @Reducer
  struct Feature {  // error: struct 'State' must be as accessible as // error: struct 'State' must be as accessible as
    @ObservableState
    private struct State { var count = 0 }  // error: '@ObservableState' extends the type at file scope, where 'State' i
    enum Action { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

enum PrivateAction {
  @Reducer
  struct Feature {  // error: enum 'Action' must be as accessible as // error: enum 'Action' must be as accessible as
    @ObservableState
    struct State { var count = 0 }
    private enum Action { case tap }  // error: '@CasePathable' extends the type at file scope, where 'Action' is not vi
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

enum FileprivateAction {
  @Reducer
  struct Feature {  // error: enum 'Action' must be as accessible as // error: enum 'Action' must be as accessible as
    @ObservableState
    struct State { var count = 0 }
    fileprivate enum Action { case tap }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

public enum PublicEnumWithInternalFeature {
  @Reducer
  public enum Destination {
    case leaf(Leaf)  // error: enum case in a public enum uses an internal type
  }
}

enum ReducerEnumDuplicateCases {
  @Reducer
  enum Destination {
    case leaf(Leaf)
    case leaf(Leaf)  // error: invalid redeclaration of 'leaf'
  }
}

enum ReducerEnumRecursive {
  @Reducer
  enum Destination {  // error: recursive enum 'ReducerEnumRecursive.Destination' is not marked 'indirect'
    case leaf(Leaf)
    case own(Destination)  // error: 'own' is unavailable: 'Destination' is an enum with '@Reducer'; write 'case own(Des
  }
}

enum ReducerEnumSomePayload {
  @Reducer
  enum Destination {
    case leaf(some Reducer)  // error: 'some' types are only permitted in properties, subscripts, and functions
  }
}

enum ReducerEnumStateNameMissingEquatable {
  @Reducer
  enum Destination {
    case leaf(Leaf)
  }
  struct S: Equatable { var d: Destination.State? }  // error: type 'ReducerEnumStateNameMissingEquatable.S' does not co
}

enum ReducerEnumIgnoredFeature {
  @Reducer
  enum Destination {
    @ReducerCaseIgnored case leaf(Leaf)
  }
  func use(_ s: Destination.State) -> Leaf.State? { s[case: \.leaf] }  // error: cannot convert return expression of typ
}

enum ReducerEnumWrongDefault {
  @Reducer
  enum Destination {
    case leaf(Leaf = 1)  // error: default argument value of type 'Int' cannot be converted to type 'Leaf'
  }
}

enum ReducerEnumDefaultOtherType {
  @Reducer
  struct Other { struct State {}; enum Action { case tap } }
  @Reducer
  enum Destination {
    case leaf(Leaf = Other())  // error: default argument value of type 'ReducerEnumDefaultOtherType.Other' cannot be co
  }
}

enum ReducerEnumCaseState {
  @Reducer
  enum Destination {
    case State(Leaf)  // error: expected member name or initializer ca // error: 'State' is unavailable: 'Leaf' is no f
  }
}

enum ReducerEnumConform {
  @Reducer
  enum Destination: Equatable {  // error: type 'ReducerEnumConform.Destination' does not conform to protocol 'Equatable
    case leaf(Leaf)
  }
}

enum ReducerStructConformWrong {
  @Reducer
  struct Feature: ReducerOf {  // error: reference to generic type 'ReducerOf' requires arguments in <...>
    struct State {}
    enum Action { case tap }
  }
}

enum GenericWhereWrong {
  @Reducer
  struct Generic<T> where T: Unknown { struct State {}; enum Action { case tap } }  // error: cannot find type 'Unknown'
}

enum GenericNonSendableMetatype {
  @Reducer
  struct Generic<T> {
    struct State { var value: T }
    enum Action { case set(T) }
    var body: some ReducerOf<Self> {
      Reduce { s, a in
        switch a {
        case .set(let v): return .run { send in await send(.set(v)) }  // error: capture of 'v' with non-Sendable type '
        }
      }
    }
  }
}

enum NestedInGenericFunctionType {
  struct Outer<T> {
    @Reducer
    enum D { case leaf(Leaf), own(Missing) }  // error: cannot find type 'Missing' in scope
  }
}

enum MainactorReducer {
  @MainActor
  @Reducer
  struct Feature {  // error: conformance of 'MainactorReducer.Feature' to protocol 'Reducer' crosses into main actor-is
    @ObservableState
    struct State { var count = 0 }
    enum Action { case tap }
    var body: some ReducerOf<Self> {
      Reduce { s, _ in
        s.count += 1; return .none
      }
    }
  }
}

enum NoncopyableReducer {
  @Reducer
  struct Feature: ~Copyable {  // error: '@Reducer' needs a type that is 'Copyable' and 'Escapable', and not '~Copyable'
    struct State {}
    enum Action { case tap }
  }
}

enum UnknownActionCaseInSwitch {
  @Reducer
  struct Feature {
    @ObservableState
    struct State { var count = 0 }
    enum Action { case tap }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tap: return .none
        case .unknown: return .none  // error: type 'UnknownActionCaseInSwitch.Feature.Action' has no member 'unknown'
        }
      }
    }
  }
}

enum DuplicateActionCase {
  @Reducer
  struct Feature {
    struct State { var count = 0 }
    enum Action { case tap, tap }  // error: invalid redeclaration of 'tap'
  }
}

enum DuplicateActionCaseWithPayloads {
  @Reducer
  struct Feature {
    struct State { var count = 0 }
    enum Action { case tap(Int), tap(String) }  // error: invalid redeclaration of 'tap'
  }
}

enum BodyMissingReturn {
  @Reducer struct F {
    struct State {}; enum Action { case a }
    var body: some ReducerOf<Self> { Reduce { s, a in print(1) } }  // error: cannot convert value of type '()' to closu
  }
}

enum BodyEmptyClosure {
  @Reducer struct F {
    struct State {}; enum Action { case a }
    var body: some ReducerOf<Self> { Reduce { s, a in } }  // error: cannot convert value of type '()' to closure result
  }
}

enum BodyWrongState {
  @Reducer struct F {  // error: type 'BodyWrongState.F' does not confo // error: type 'BodyWrongState.F' does not confo
    struct State {}; enum Action { case a }
    var body: some Reducer<Int, Action> { EmptyReducer() }
  }
}

enum BodyWrongAction {
  @Reducer struct F {  // error: type 'BodyWrongAction.F' does not conf // error: type 'BodyWrongAction.F' does not conf
    struct State {}; enum Action { case a }
    var body: some Reducer<State, Int> { EmptyReducer() }
  }
}

enum BodyReducerOneArgument {
  @Reducer struct F {  // error: type 'BodyReducerOneArgument.F' does n // error: type 'BodyReducerOneArgument.F' does n
    struct State {}; enum Action { case a }
    var body: some Reducer<State> { EmptyReducer() }  // error: protocol type 'Reducer' specialized with too few type ar
  }
}

enum BodyAsync {
  @Reducer struct F {  // error: type 'BodyAsync.F' does not conform to // error: type 'BodyAsync.F' does not conform to
    struct State {}; enum Action { case a }
    var body: some ReducerOf<Self> { get async { EmptyReducer() } }
  }
}

enum BodyThrows {
  @Reducer struct F {  // error: type 'BodyThrows.F' does not conform t // error: type 'BodyThrows.F' does not conform t
    struct State {}; enum Action { case a }
    var body: some ReducerOf<Self> { get throws { EmptyReducer() } }
  }
}

enum BodyMainactor {
  @Reducer struct F {  // error: conformance of 'BodyMainactor.F' to protocol 'Reducer' crosses into main actor-isolated
    struct State {}; enum Action { case a }
    @MainActor var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

enum BodyMutating {
  @Reducer struct F {  // error: type 'BodyMutating.F' does not conform // error: type 'BodyMutating.F' does not conform
    struct State {}; enum Action { case a }
    var body: some ReducerOf<Self> { mutating get { EmptyReducer() } }
  }
}

enum ReduceWrongSignature {
  @Reducer struct F {
    struct State {}; enum Action { case a }
    func reduce(state: inout State, action: Action) -> Effect<Action> { .none }  // error: 'reduce' is never run: the lo
  }
}

enum ReduceWithoutInout {
  @Reducer struct F {  // error: type 'ReduceWithoutInout.F' does not c // error: type 'ReduceWithoutInout.F' does not c
    struct State {}; enum Action { case a }
    func reduce(into state: State, action: Action) -> Effect<Action> { .none }  // error: A reducer with '@Reducer' shou
  }
}

enum ReduceWithoutResult {
  @Reducer struct F {  // error: type 'ReduceWithoutResult.F' does not // error: type 'ReduceWithoutResult.F' does not
    struct State {}; enum Action { case a }
    func reduce(into state: inout State, action: Action) {}  // error: A reducer with '@Reducer' should have a 'body' in
  }
}

enum ReduceWrongResult {
  @Reducer struct F {  // error: type 'ReduceWrongResult.F' does not co // error: type 'ReduceWrongResult.F' does not co
    struct State {}; enum Action { case a }
    func reduce(into state: inout State, action: Action) -> Effect<Int> { .none }  // error: A reducer with '@Reducer' s
  }
}

enum ReduceStatic {
  @Reducer struct F {
    struct State {}; enum Action { case a }
    static func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }  // error: 'reduce' is never
  }
}

enum ReduceMutating {
  @Reducer struct F {  // error: type 'ReduceMutating.F' does not confo // error: type 'ReduceMutating.F' does not confo
    struct State {}; enum Action { case a }
    mutating func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }  // error: A reducer with
  }
}

enum ReduceAsync {
  @Reducer struct F {  // error: type 'ReduceAsync.F' does not conform // error: type 'ReduceAsync.F' does not conform
    struct State {}; enum Action { case a }
    func reduce(into state: inout State, action: Action) async -> Effect<Action> { .none }  // error: A reducer with '@R
  }
}

enum ReduceThrows {
  @Reducer struct F {  // error: type 'ReduceThrows.F' does not conform // error: type 'ReduceThrows.F' does not conform
    struct State {}; enum Action { case a }
    func reduce(into state: inout State, action: Action) throws -> Effect<Action> { .none }  // error: A reducer with '@
  }
}

enum ReduceMainactor {
  @Reducer struct F {  // error: conformance of 'ReduceMainactor.F' to protocol 'Reducer' crosses into main actor-isolat
    struct State {}; enum Action { case a }
    @MainActor func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }  // error: A reducer wit
  }
}

enum ReducePrivate {
  @Reducer struct F {  // error: method 'reduce(into:action:)' must be as accessible as its enclosing type because it ma
    struct State {}; enum Action { case a }
    private func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }  // error: A reducer with '
  }
}

@Reducer struct FBodyInExtension { struct State {}; enum Action { case a } }
extension FBodyInExtension {
  var body: some ReducerOf<Self> { EmptyReducer() }  // error: invalid redeclaration of 'body'
}

@Reducer struct FStoredPropertyUninit { struct State {}; enum Action { case a }; let limit: Int }
let fStoredPropertyUninit = FStoredPropertyUninit()  // error: missing argument for parameter 'limit' in call

// The compiler reports some in the generated code, too.
// in expansions: 2
