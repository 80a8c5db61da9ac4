// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Counterpoint

// Enums with case paths.

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

enum CasePathableInFunction {
  func make() {
    @CasePathable
    enum Local { case tap(Int) }  // error: local type cannot have attached extension macro
    _ = Local.tap(1).is(\.tap)  // error: referencing instan // error: subscript 'subscri // error: generic parameter
  }
}

enum NoncopyableCasePathable {
  @CasePathable
  enum Noncopyable: ~Copyable { case a(Int) }  // error: '@CasePathable' needs a type that is 'Copyable' and 'Escapable'
}

enum CasePathableTwice {
  @CasePathable
  @CasePathable
  enum E { case a(Int) }  // error: type 'CasePa // error: type 'CasePa // error: redundant co // error: redundant co
}

enum CasePathableOnProtocol {
  @CasePathable
  protocol P {}  // error: '@CasePathable' cannot be applied to protocol type 'P'
}

enum CasePathableOnActor {
  @CasePathable
  actor A {}  // error: '@CasePathable' cannot be applied to actor type 'A'
}

enum ECasePathableOnExtension { case a(Int) }
@CasePathable  // error: 'extension' macro cannot be attached to extension (extension of 'ECasePathableOnExtension')
extension ECasePathableOnExtension {}

enum CasePathableOnFunc {
  @CasePathable  // error: 'member' macro cannot be attached to inst // error: 'extension' macro cannot be attached to i
  func f() {}
}

enum CasePathableOnCase {
  enum E { @CasePathable case a(Int) }  // error: 'member' macro cannot be atta // error: 'extension' macro cannot be a
}

enum CasePathableEmpty {
  @CasePathable
  enum E {}
  func f(_ e: E) -> Bool { e.is(\.a) }  // error: value of type 'KeyPath<Case<C // error: generic parameter 'Member' co
}

enum CasePathableMisspelledCase {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: E) -> Bool { e.is(\.laoded) }  // error: value of type 'KeyPath<Case // error: generic parameter 'Member'
}

enum CasePathableSubscriptType {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: E) -> String? { e[case: \.loaded] }  // error: cannot convert return expression of type 'Int?' to return t
}

enum CasePathableModifyWrongType {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: inout E) { e.modify(\.loaded) { $0 = "" } }  // error: cannot assign value of type 'String' to type 'Int'
}

enum CasePathableModifyLet {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: E) { e.modify(\.loaded) { $0 = 1 } }  // error: cannot use mutating member on immutable value: 'e' is a 'l
}

enum CasePathableConstructWrong {
  @CasePathable
  enum E { case loaded(Int) }
  func f() -> E { let p: CaseKeyPath<E, Int> = \.loaded; return p("") }  // error: value of optional type 'CasePathableC
}

enum CasePathablePayloadPrivateType {
  private struct Hidden {}
  @CasePathable
  enum E { case a(Hidden) }  // error: enum case in an internal enum uses a private type
}

public enum CasePathablePublicEnumInternalPayload {
  struct Hidden {}
  @CasePathable
  public enum E { case a(Hidden) }  // error: enum case in a public enum uses an internal type
}

enum CasePathableUnknownPayload {
  @CasePathable
  enum E { case a(Unknown) }  // error: cannot find type 'Unknown' in scope
}

enum CasePathableUnknownLabelType {
  @CasePathable
  enum E { case a(x: Int, y: Unknwon) }  // error: cannot find type 'Unknwon' in scope
}

enum CasePathableOpaquePayload {
  @CasePathable
  enum E { case a(some Equatable) }  // error: 'some' types are only permitted in properties, subscripts, and functions
}

enum CasePathableDuplicateLabels {
  @CasePathable
  enum E { case a(x: Int, x: Int) }  // error: invalid redeclaration of 'x'
}

enum CasePathableRecursion {
  @CasePathable
  enum E { case a(E) }  // error: recursive enum 'CasePathableRecursion.E' is not marked 'indirect'
}

enum CasePathableOwnMember {
  @CasePathable
  enum E { case a(Int); var allCasePaths: Int { 1 } }  // error: type 'CasePathableOwnM // error: type 'CasePathableOwnM
}

enum CasePathableOwnStaticMember {
  @CasePathable
  enum E { case a(Int); static var allCasePaths: Int { 1 } }  // error: type 'CasePathable // error: type 'CasePathable
}

enum CasePathableGenericUnknown {
  @CasePathable
  enum E<T: Unknown> { case a(T) }  // error: cannot find type 'Unknown' in scope
}

enum CasePathableNoncopyableGeneric {
  @CasePathable
  enum E<T: ~Copyable> { case a(Int) }  // error: '@CasePathable' needs a type that is 'Copyable' and 'Escapable', and n
}

enum CasePathableNoncopyablePayload {
  struct NC: ~Copyable {}
  @CasePathable
  enum E: ~Copyable { case a(NC) }  // error: '@CasePathable' needs a type that is 'Copyable' and 'Escapable', and not '
}

enum CasePathableNonescapable {
  @CasePathable
  enum E: ~Escapable { case a(Int) }  // error: '@CasePathable' needs a type that is 'Copyable' and 'Escapable', and not
}

enum DynamicMemberLookupWithout {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: E) -> Int? { e.loaded }  // error: enum case 'loaded' cannot be u // error: cannot convert return expressi
}

enum CasePathELoaded {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: E) -> Bool { e.is(\E.loaded) }  // error: cannot convert key path root type 'CasePathELoaded.E' to context
}

enum CasePathDot {
  @CasePathable
  enum E { case loaded(Int) }
  func f(_ e: E) -> Bool { e.is(.loaded) }  // error: type 'PartialKeyPath<Case<CasePathDot.E>>' has no member 'loaded'
}
