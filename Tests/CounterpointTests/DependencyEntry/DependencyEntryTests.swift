public import Counterpoint
import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Testing

extension DependencyValues {
  @DependencyEntry(liveValue: MethodsClient.live, previewValue: MethodsClient.preview)
  var methods = MethodsClient()
  @DependencyEntry("LimitKey", liveValue: 100)
  var limit: Int
  @DependencyEntry
  var retries = 3
  @DependencyEntry(previewValue: nil)
  var note: String? = "test"
  @DependencyEntry
  fileprivate var tickets: any Tickets = TicketMachine()
  @DependencyEntry
  fileprivate var otherTickets: any Tickets = TicketMachine()
  @DependencyEntry(liveValue: MethodsClient.live, previewValue: MethodsClient.preview)
  var inferred = MethodsClient.named("test")
  @DependencyEntry
  var inferredTickets = [TicketMachine(), .init()]
  @DependencyEntry("LevelsKey")
  package var levels = Levels.named("low")
  /// A public property, whose key is public too.
  @DependencyEntry(liveValue: 2.5)
  public var ratio = 0.5
}

extension MethodsClient {
  static var live: MethodsClient { client(named: "live") }
  static var preview: MethodsClient { client(named: "preview") }

  static func named(_ name: String) -> MethodsClient { client(named: name) }

  private static func client(named name: String) -> MethodsClient {
    var client = MethodsClient()
    client.userByID = { "\(name) \($0)" }
    return client
  }
}

package struct Levels: Sendable, Equatable {
  package var names: [String]

  static func named(_ name: String) -> Levels { Levels(names: [name]) }
}

protocol Tickets: Sendable {
  func next() -> Int
}

final class TicketMachine: Tickets {
  private let count = Locked(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// Properties of `DependencyValues` that have their keys from the macro.
@Suite struct DependencyEntryTests {
  @Test func eachContextHasItsValue() throws {
    #expect(try DependencyValues.live.methods.user(id: 1) == "live 1")
    #expect(try DependencyValues.preview.methods.user(id: 1) == "preview 1")
    #expect(issues { _ = try? DependencyValues.test.methods.user(id: 1) }.count == 1)
    #expect(DependencyValues.live.ratio == 2.5)
    #expect(DependencyValues.test.ratio == 0.5)
    #expect(DependencyValues.preview.note == nil)
    #expect(DependencyValues.test.note == "test")
    #expect(DependencyValues.preview.retries == 3)
  }

  @Test func withoutATestValue() throws {
    let issue = try #require(issues { #expect(DependencyValues.test.limit == 100) }.first)
    #expect(issue.message.contains("'\\.limit'"))
    #expect(issue.message.contains("LimitKey"))
  }

  @Test func withoutALiveValue() throws {
    let issue = try #require(issues { #expect(DependencyValues.live.retries == 3) }.first)
    #expect(issue.message.contains("'\\.retries'"))
  }

  @Test func overriding() throws {
    @Dependency(\.methods) var methods
    @Dependency(\.retries) var retries
    try withDependencies {
      $0.methods.userByID = { "mock \($0)" }
      $0.retries += 1
    } operation: {
      let user = try methods.user(id: 2)
      #expect(user == "mock 2")
      #expect(retries == 4)
    }
  }

  @Test func valuesAreKeptInATest() {
    @Dependency(\.tickets) var tickets
    #expect(tickets.next() == 1)
    #expect(tickets.next() == 2)
  }

  @Test func anotherTestHasItsOwn() {
    @Dependency(\.tickets) var tickets
    #expect(tickets.next() == 1)
  }

  @Test func typesAreInferred() throws {
    #expect(try DependencyValues.test.inferred.user(id: 1) == "test 1")
    #expect(try DependencyValues.live.inferred.user(id: 1) == "live 1")
    #expect(try DependencyValues.preview.inferred.user(id: 1) == "preview 1")
    let levels: Levels = DependencyValues.test[DependencyValues.LevelsKey.self]
    #expect(levels.names == ["low"])
  }

  @Test func inferredValuesAreKeptInATest() {
    @Dependency(\.inferredTickets) var tickets
    #expect(tickets[1].next() == 1)
    #expect(tickets[1].next() == 2)
  }

  @Test func anotherTestHasItsOwnInferredValue() {
    @Dependency(\.inferredTickets) var tickets
    #expect(tickets[1].next() == 1)
  }

  @Test func privatePropertiesOfOneTypeHaveKeysOfTheirOwn() {
    @Dependency(\.tickets) var tickets
    @Dependency(\.otherTickets) var otherTickets
    #expect(tickets.next() == 1)
    #expect(otherTickets.next() == 1)
  }

  @Test func publicKeys() {
    let number: Double = DependencyValues.live[DependencyValues.RatioKey.self]
    #expect(number == 2.5)
  }
}
