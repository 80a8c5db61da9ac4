import Counterpoint

// Observable state, what it presents, and what it shares.

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

enum ObservableStateInFunction {
  func make() -> Int {
    @ObservableState
    struct Local { var count = 0 }  // error: local type cannot have attached extension macro
    return Local().count
  }
}

struct ValuesObservableStateOnExtension {}
@ObservableState  // error: 'extension' macro cannot be attached to extension (extension of 'ValuesObservableStateOnExte
extension ValuesObservableStateOnExtension {}

enum ObservableStateOnProtocol {
  @ObservableState
  protocol Values { var count: Int { get } }  // error: '@ObservableState' cannot be applied to protocol type 'Values':
}

enum ObservableStateOnFunc {
  @ObservableState  // error: 'member' macro cannot // error: 'memberAttribute' macr // error: 'extension' macro cann
  func values() {}
}

enum ObservableStateOnVar {
  struct Values {
    @ObservableState var count = 0  // error: 'member' macro ca // error: 'memberAttribute' // error: 'extension' macro
  }
}

enum ObservableStateOnTypealias {
  @ObservableState  // error: 'member' macro cannot // error: 'memberAttribute' macr // error: 'extension' macro cann
  typealias Values = Leaf.State
}

import Observation
@ObservableState
@Observable  // error: '@Observable' cannot be applied to struct type 'ValuesObservableStateAndObservable'
struct ValuesObservableStateAndObservable { var count = 0 }

enum AvailabilityUnavailablePayload {
  @available(*, unavailable)
  struct Gone {}
  @CasePathable
  enum E { case gone(Gone) }  // error: 'Gone' is unavailable
}

enum PresentsIUO {
  @ObservableState
  struct S { @Presents var a: Leaf.State! }  // error: '@Presents' needs an option // error: expansion of macro 'Present
}

enum PresentsObserver {
  @ObservableState
  struct S { @Presents var a: Leaf.State? { didSet {} } }  // error: '@Presents' needs a // error: expansion of macro '
}

enum PresentsAndTracked {
  @ObservableState
  struct S {
    @Presents @ObservationStateIgnored var a: Leaf.State?  // error: '@Presents' cannot b // error: expansion of macro '
  }
}

enum PresentsLazy {
  @ObservableState
  struct S { @Presents lazy var a: Leaf.State? = nil }  // error: '@Presents' needs a s // error: expansion of macro 'P
}

enum PresentsInClass {
  final class C { @Presents var a: Leaf.State? }  // error: '@Presents' needs '@Obse // error: expansion of macro 'Pres
}

enum PresentsOnFunc {
  @ObservableState
  struct S { @Presents func a() {} }  // error: '@Presents' needs a single sto // error: 'accessor' macro cannot be att
}

enum PresentsTypealiasOptional {
  typealias MaybeLeaf = Leaf.State?
  @ObservableState
  struct S { @Presents var a: MaybeLeaf }  // error: '@Presents' needs an optiona // error: expansion of macro 'Presents
}

enum PresentsNameClash {
  @ObservableState
  struct S { @Presents var a: Leaf.State?; var _a = 1 }  // error: invalid redeclaration of '_a'
}

enum PresentsEnum {
  @ObservableState
  enum S { @Presents case a(Leaf.State?) }  // error: '@Presents' needs '@Observa // error: 'accessor' macro cannot be
}

enum PresentsDollarInReducer {
  @Reducer
  struct F {
    @ObservableState struct State { @Presents var leaf: Leaf.State? }
    enum Action { case leaf(PresentationAction<Leaf.Action>) }
    var body: some ReducerOf<Self> {
      Reduce { s, a in
        s.$leaf = 1; return .none  // error: cannot assign value of type 'Int' to type 'PresentationState<Leaf.State>'
      }
    }
  }
}

enum ObservedPropertyUnknownValue {
  @ObservableState
  struct S { var a = unknown }  // error: cannot find 'unknown' in scope // error: cannot find 'unknown' in scope
}

enum ObservedPropertyUsesOther {
  @ObservableState
  struct S { var a = 1; var b = a }  // error: cannot use instance member 'a' // error: cannot use instance member 'a'
}

enum ObservedPropertyWrong {
  @ObservableState
  struct S { var a: Int = "" }  // error: cannot convert value of type 'Str // error: cannot convert value of type 'Str
}

enum ObservedClosureNotEquatable {
  @ObservableState
  struct S: Equatable { var a: () -> Void = {} }  // error: type 'ObservedClosureNotEquatable.S' does not conform to pro
}

enum ObservedNonEquatable {
  @ObservableState
  struct S: Equatable { var a = Plain() }  // error: type 'ObservedNonEquatable.S' does not conform to protocol 'Equatab
}

enum ObservedNonCodable {
  @ObservableState
  struct S: Codable { var a = Plain() }  // error: type 'ObservedNonCodable.S' d // error: type 'ObservedNonCodable.S' d
}

enum ObservedNonHashable {
  @ObservableState
  struct S: Hashable { var a = Plain() }  // error: type 'ObservedNonHashable.S' // error: type 'ObservedNonHashable.S'
}

enum ObservedNonSendable {
  @ObservableState
  struct S: Sendable { var a = Model() }  // error: stored property '_a' of 'Sendable'-conforming struct 'S' has non-Sen
}

enum ObservedSendableClosure {
  @ObservableState
  struct S: Sendable { var a: () -> Void = {} }  // error: stored property '_a' of 'Sendable'-conforming struct 'S' has
}

enum ObservedIdentifiableMissing {
  @ObservableState
  struct S: Identifiable { var name = "" }  // error: type 'ObservedIdentifiableMissing.S' does not conform to protocol
}

enum ObservedUnknownProtocol {
  @ObservableState
  struct S: Unknown { var name = "" }  // error: cannot find type 'Unknown' in scope
}

enum ObservedClassInheritance {
  @ObservableState
  struct S: Model { var name = "" }  // error: inheritance from non-protocol type 'Model'
}

enum ObservedLetChanged {
  @ObservableState
  struct S { let a = 1; mutating func f() { a = 2 } }  // error: cannot assign to property: 'a' is a 'let' constant
}

@ObservableState
struct SObservedMissingArgument { var a: Int; var b = 1 }
let sObservedMissingArgument = SObservedMissingArgument()  // error: missing argument for parameter 'a' in call

@ObservableState
struct SObservedWrongLabel { var a: Int; var b = 1 }
let sObservedWrongLabel = SObservedWrongLabel(c: 1)  // error: incorrect argument label in call (have 'c:', expected 'a:

@ObservableState
struct SObservedWrongTypeArgument { var a: Int; var b = 1 }
let sObservedWrongTypeArgument = SObservedWrongTypeArgument(a: "")  // error: cannot convert value of type 'String' to e

enum ObservedPrivateInit {
  @ObservableState
  struct S { private var a: Int; var b = 1 }
  struct T { let s = S(a: 1) }  // error: 'ObservedPrivateInit.S' initializer is inaccessible due to 'private' protectio
}

enum ObservedRecursion {
  @ObservableState
  struct S { var a: S? }  // error: value type 'ObservedRecursion.S' cannot have a stored property that recursively cont
}

enum ObservedReferenceToSelfType {
  @ObservableState
  struct S { var a = Self.unknown }  // error: type 'ObservedReferenceToSelfTy // error: type 'ObservedReferenceToSelfTy
}

enum ObservedStatic {
  @ObservableState
  struct S { static var a = 1 }  // error: static property 'a' is not concurrency-safe because it is nonisolated global
}

enum ObservedLazy {
  @ObservableState
  struct S { lazy var a = unknown() }  // error: cannot find 'unknown' in scope
}

enum ObservedMainactor {
  @MainActor
  @ObservableState
  struct S { var a = 1 }
  func f(_ s: S) -> Int { s.a }  // error: main actor-isolated property 'a' can not be referenced from a nonisolated con
}

enum ObservedMainActorProperty {
  @ObservableState
  struct S { @MainActor var a = 1 }  // error: memberwise initializer for 'Obs // error: default initializer for 'Observ
}

enum ObservedWillSetName {
  @ObservableState
  struct S { var a = 1 { willSet(x) { print(newValue) } } }  // error: cannot find 'newValue' in scope
}

enum ObservedGet {
  @ObservableState
  struct S { var a: Int { unknown } }  // error: cannot find 'unknown' in scope
}

enum ObservedSetWithoutGet {
  @ObservableState
  struct S { var a: Int { set {} } }  // error: variable with a setter must also have a getter
}

enum ObservedPrivateSet {
  @ObservableState
  struct S { private(set) var a = 1 }
  func f(_ s: inout S) { s.a = 1 }  // error: cannot assign to property: 'a' setter is inaccessible
}

enum ObservedNameId {
  @ObservableState
  struct S { var _$id = 1; var a = 1 }  // error: type 'ObservedNameId.S' does // error: type 'ObservedNameId.S' does
}

enum ObservedGenericUnknown {
  @ObservableState
  struct S<T: Unknown> { var a: T }  // error: cannot find type 'Unknown' in scope
}

enum ObservedGenericMissingArgument {
  @ObservableState
  struct S<T> { var a: T }
  struct U { var s: S }  // error: reference to generic type 'ObservedGenericMissingArgument.S' requires arguments in <.
}

enum ObservedEnumWithProperty {
  @ObservableState
  enum S { case a(Int); var b = 1 }  // error: enums must not contain stored properties
}

enum ObservedEnumUnknown {
  @ObservableState
  enum S { case a(Unknown) }  // error: cannot find type 'Unknown' in scope
}

enum ObservedEnumDuplicate {
  @ObservableState
  enum S { case a(Int), a(Int) }  // error: invalid redeclaration of 'a'
}

enum ObservedEnumRaw {
  @ObservableState
  enum S: Int { case a = 1, b = 1 }  // error: raw value for enum case is not unique
}

enum ObservedEnumEquatable {
  @ObservableState
  enum S: Equatable { case a(Plain) }  // error: type 'ObservedEnumEquatable.S' does not conform to protocol 'Equatable'
}

enum ObservedEnumReadsCase {
  @ObservableState
  enum S { case leaf(Leaf.State) }
  func f(_ s: S) -> String { s.leaf.name }  // error: enum case 'leaf' cannot be // error: value of type '@Sendable (L
}

enum ObservedSwitchNotExhaustive {
  @ObservableState
  enum S { case leaf(Leaf.State), other }
  func f(_ s: S) -> Int {
    switch s {  // error: switch must be exhaustive
    case .leaf: 1
    }
  }
}

enum TrackedOutside {
  struct S { @ObservationStateTracked var a = 1 }  // error: '@ObservationStateTracke // error: expansion of macro 'Obse
}

enum IgnoredAndTracked {
  @ObservableState
  struct S {
    @ObservationStateIgnored @ObservationStateTracked var a = 1  // error: '@ObservationStat // error: expansion of macr
  }
}

enum ObservableArguments {
  @ObservableState(ignored: true)  // error: argument passed to macro expansion that takes no arguments
  struct S { var a = 1 }
}

enum SharedInStateWithoutKey {
  @ObservableState
  struct S { @Shared var a = 1 }  // error: missing argument for parameter #2 in call
}

enum SharedInStateUnknownKey {
  @ObservableState
  struct S { @Shared(.unknown) var a = 1 }  // error: type 'SharedKey' has no member 'unknown'
}

enum SharedInStateWrongKeyType {
  @ObservableState
  struct S { @Shared(.appStorage("a")) var a = Plain() }  // error: no exact matches in call to static method 'appStorag
}

enum SharedLet {
  @ObservableState
  struct S { @Shared(.inMemory("a")) let a = 1 }  // error: property wrapper can only be applied to a 'var'
}

enum SharedWrongReaderType {
  @ObservableState
  struct S { @SharedReader(.inMemory("a")) var a: Int = "" }  // error: cannot convert value of type 'String' to expecte
}

@ObservableState
struct SSharedInitMissing { @Shared var a: Int }
let sSharedInitMissing = SSharedInitMissing()  // error: missing argument for parameter 'a' in call

@ObservableState
struct SSharedInitPlainValue { @Shared var a: Int }
let sSharedInitPlainValue = SSharedInitPlainValue(a: 1)  // error: cannot convert value of type 'Int' to expected argume

enum SharedPresents {
  @ObservableState
  struct S {
    @Shared(.inMemory("a")) @Presents var a: Leaf.State?  // error: '@Presents' cannot be combined with '@Shared'
  }
}

enum SharedNonEquatableNonSendable {
  @ObservableState
  struct S { @Shared(.inMemory("a")) var a = Model() }  // error: type 'Model' does not // error: type 'Model' does not
}

// The compiler reports some in the generated code, too.
// in expansions: 3
