// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Counterpoint

// Dependencies: clients, endpoints and entries.

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

enum ClientOnActor {
  @DependencyClient
  actor C { var load: @Sendable () async throws -> Int }  // error: '@DependencyClient' // error: actor 'ClientOnActor
}

enum ClientOnProtocol {
  @DependencyClient
  protocol C { var load: @Sendable () async throws -> Int { get } }  // error: '@DependencyClient' can only be applied t
}

struct CClientOnExtension {}
@DependencyClient
extension CClientOnExtension {}  // error: '@DependencyClient' can only be applied to structs, not to extension types

enum ClientOnFunc {
  @DependencyClient  // error: 'memberAttribute' macro cannot be attac // error: 'member' macro cannot be attached to in
  func c() {}
}

enum ClientLetEndpoint {
  @DependencyClient
  struct C: Sendable {
    let load: @Sendable () async throws -> Int
  }
  func f() -> C { C() }  // error: missing argument for parameter 'load' in call
}

enum ClientLetEndpointOverride {
  @DependencyClient
  struct C: Sendable {
    let load: @Sendable () async throws -> Int
  }
  func f() { var c = C(); c.load = { 1 } }  // error: missing argument for parameter 'load' in call
}

enum ClientAnyEndpoint {
  @DependencyClient
  struct C: Sendable { var load: any Sendable }
  func f() { _ = C() }  // error: missing argument for parameter 'load' in call
}

enum ClientNonSendableClosure {
  @DependencyClient
  struct C: Sendable { var load: () async throws -> Int }  // error: stored property '_load' of 'Sendable'-conforming st
}

enum ClientDefaultNeeds {
  @DependencyClient
  struct C: Sendable { var load: @Sendable (Int) -> Model }  // error: An endpoint that returns 'Model' and cannot throw
}

enum ClientWrongDefault {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (Int) -> String = { 1 }  // error: contextual ty // error: cannot conver // error: contextual ty
  }
}

enum ClientWrongDefaultResult {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (Int) -> String = { _ in 1 }  // error: cannot convert value of type 'Int' to closure result typ
  }
}

enum ClientDefaultFunctionUnknown {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (Int) -> String = unknown  // error: The default of the endpo // error: cannot find 'unknown' in
  }
}

enum ClientDefaultUsesSelf {
  @DependencyClient
  struct C: Sendable {
    var a = 1
    var load: @Sendable (Int) -> Int = { _ in a }  // error: cannot use instance member 'a' within property initializer;
  }
}

enum ClientUnknownParameter {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (Unknown) async throws -> Int  // error: cannot find type 'Unkn // error: cannot find type 'Unkn
  }
}

enum ClientUnknownResult {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable () async throws -> Unknown  // error: cannot find type 'Unkno // error: cannot find type 'Unkno
  }
}

enum ClientTypedError {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable () async throws(Failure) -> Int  // error: An endpoint that returns 'Int' and cannot throw any e
  }
}

enum ClientSome {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (some Equatable) async throws -> Int  // error: 'some' cannot appe // error: 'some' cannot appe
  }
}

enum ClientMethod {
  @DependencyClient
  struct C: Sendable { func load() async throws -> Int }  // error: expected '{' in body of function declaration
  func f(_ c: inout C) { c.load = { 1 } }  // error: cannot assign to value: 'load' is a method
}

enum ClientComputed {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable () async throws -> Int { { 1 } }
  }
  func f() { _ = C(load: { 1 }) }  // error: argument passed to call that takes no arguments
}

enum ClientStatic {
  @DependencyClient
  struct C: Sendable {
    static var load: @Sendable () async throws -> Int  // error: static property 'load' // error: 'static var' declarati
  }
}

enum ClientTuple {
  @DependencyClient
  struct C: Sendable {
    var (a, b): (Int, Int)  // error: '@DependencyClient' needs a separate declaration for each property, which initiali
    var load: @Sendable () async throws -> Int
  }
}

enum ClientNoAnnotation {
  @DependencyClient
  struct C: Sendable { var load = { 1 } }  // error: stored property 'load' of 'Sendable'-conforming struct 'C' has non-
}

public enum ClientPrivateEndpoint {
  @DependencyClient
  public struct C: Sendable {
    private var load: @Sendable () async throws -> Int; public var save: @Sendable () async throws -> Void
  }
  func f() { _ = C(load: { 1 }, save: {}) }  // error: 'ClientPrivateEndpoint.C' initializer is inaccessible due to 'pri
}

public enum ClientPublicInternalType {
  struct Hidden: Sendable {}
  @DependencyClient
  public struct C: Sendable { public var load: @Sendable () async throws -> Hidden }  // error: property cannot be decla
}

enum ClientOwnMethodClash {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (_ id: Int) async throws -> Int
    func load(id: Int) async throws -> Int { 1 }  // error: invalid redeclaration of 'load(id:)'
  }
}

enum ClientMissingArgumentCall {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (_ id: Int, _ name: String) async throws -> Int
  }
  func f(_ c: C) async throws { _ = try await c.load(id: 1) }  // error: missing argument for parameter 'name' in call
}

enum ClientWrongLabelCall {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (_ id: Int, _ name: String) async throws -> Int
  }
  func f(_ c: C) async throws { _ = try await c.load(id: 1, nmae: "") }  // error: incorrect argument label in call (hav
}

enum ClientUnlabeledCall {
  @DependencyClient
  struct C: Sendable {
    var load: @Sendable (_ id: Int, _ name: String) async throws -> Int
  }
  func f(_ c: C) async throws { let _: String = try await c.load(1, "") }  // error: cannot convert value of type 'Int'
}

@DependencyClient
struct CClientWrongNameInInit: Sendable {
  var load: @Sendable (_ id: Int) async throws -> Int
}
let cClientWrongNameInInit = CClientWrongNameInInit(laod: { _ in 1 })  // error: incorrect argument label in call (have

enum EndpointOnFunc {
  struct C { @DependencyEndpoint func load() {} }  // error: 'accessor' macro cannot be attached to instance method ('lo
}

enum EndpointMethodInvalid {
  struct C: Sendable {
    @DependencyEndpoint(method: "1a") var load: @Sendable (_ id: Int) async throws -> Int  // error: 'method' must be a
  }
}

let nEndpointMethodInterpolated = "x"
struct CEndpointMethodInterpolated: Sendable {
  @DependencyEndpoint(method: "\(n)") var load: @Sendable (_ id: Int) async throws -> Int  // error: cannot find 'n' in
}

enum EndpointWrongArgument {
  struct C: Sendable {
    @DependencyEndpoint(name: "x") var load: @Sendable (_ id: Int) async throws -> Int  // error: incorrect argument lab
  }
}

enum EntryOnType {
  @DependencyEntry  // error: '@DependencyEntry' can only be applied // error: 'accessor' macro cannot be attached to
  struct E {}
}

extension DependencyValues { @DependencyEntry func f() {} }  // error: '@DependencyEntry' // error: 'accessor' macro ca

extension DependencyValues {
  @DependencyEntry var entryWithoutValue: Int  // error: '@DependencyEntry' needs a value for 'entryWithoutValue': a tes
}

extension DependencyValues {
  @DependencyEntry var entryOptionalWithoutValue: Int?  // error: '@DependencyEntry' needs a value for 'entryOptionalWit
}

private struct HiddenEntryPrivateType: Sendable {}
extension DependencyValues {
  @DependencyEntry var entryPrivateType = HiddenEntryPrivateType()  // error: property must be declared fileprivate beca
}

struct HiddenEntryPublic: Sendable {}
extension DependencyValues {
  @DependencyEntry public var entryPublic = HiddenEntryPublic()  // error: property cannot be declared public because it
}

extension DependencyValues {
  @DependencyEntry var entryDuplicate = 1
}
extension DependencyValues {
  @DependencyEntry var entryDuplicate = 2  // error: invalid redeclaration of 'En // error: invalid redeclaration of 'en
}

extension DependencyValues {
  @DependencyEntry lazy var entryLazy = 1  // error: 'lazy' cannot be used on a c // error: key path cannot refer to 'en
}

extension Leaf { @DependencyEntry var a = 1 }  // error: '@DependencyE // error: expansion of // error: extensions mu

extension DependencyValues {
  @DependencyEntry(test: "") var entryWrongTestValue = 1  // error: extraneous argument // error: extensions must not
}

extension DependencyValues {
  @DependencyEntry(live: 1) var entryUnknownArgument = 1  // error: extraneous // error: cannot con // error: extensions
}

extension DependencyValues {
  @DependencyEntry var entryNonsendableClosure: () -> Int = { 1 }  // error: type '() -> Int' // error: type '() -> Int'
}

protocol ServiceEntryProtocol {}
struct LiveEntryProtocol: ServiceEntryProtocol {}
extension DependencyValues {
  @DependencyEntry var entryProtocol: any ServiceEntryProtocol = LiveEntryProtocol()  // error: type // error: type
}

// The compiler reports some in the generated code, too.
// in expansions: 10
