import CounterpointTestSupport
import Observation
@_spi(Internals) import StateSharing
import StateSharingSQLite
import Testing

/// A read of a value in a database inside its own change returns the value before the change. For all other storages,
/// `ReadsInsideChangesTests` of the root says so.
@Suite(.ends) struct SQLiteReadsInsideChangesTests {
  struct User: Codable, Equatable, Sendable {
    struct Row: Codable, Equatable, Identifiable, Sendable {
      var id = 1
      var title = "0"
    }

    var name = "0"
    var nick: String? = "0"
    var row = Row()

    mutating func set(_ text: String) {
      name = text
      nick = text
      row.title = text
    }
  }

  /// The way in which the closure of a change reads the value.
  enum Access: CaseIterable {
    case itself, otherWrapper, newWrapper, reader, newReader, member, newMember, readOnlyMember, mapped, unwrapped
    case newUnwrapped, element, newElement, inside
  }

  /// The code that makes the change.
  enum Context: CaseIterable, Sendable { case program, trackedByATest, throwing, transaction }

  private let database = SQLiteDatabase.inMemory

  private func makeUser() -> Shared<User> { Shared(wrappedValue: User(), .sqlite("user", database: database)) }

  /// Returns a function that reads the value.
  private func reading(_ access: Access, _ user: Shared<User>) throws -> () -> String? {
    switch access {
    case .itself: return { user.wrappedValue.name }
    case .otherWrapper:
      let other = makeUser()
      return { other.wrappedValue.name }
    case .newWrapper: return { makeUser().wrappedValue.name }
    case .reader:
      let reader = SharedReader(user)
      return { reader.wrappedValue.name }
    case .newReader: return { SharedReader(user).name.wrappedValue }
    case .member:
      let name = user.name
      return { name.wrappedValue }
    case .newMember: return { user.name.wrappedValue }
    case .readOnlyMember:
      let name = SharedReader(user).name
      return { name.wrappedValue }
    case .mapped:
      let name = user.read { $0.name }
      return { name.wrappedValue }
    case .unwrapped:
      let nick = try #require(Shared<String>(user.nick))
      return { nick.wrappedValue }
    case .newUnwrapped: return { Shared<String>(user.nick)?.wrappedValue }
    case .element:
      let row = user.row
      return { row.title.wrappedValue }
    case .newElement: return { user.row.wrappedValue.title }
    case .inside:
      let inner = Shared(value: "")
      return {
        inner.withLock { $0 = user.wrappedValue.name }
        return inner.wrappedValue
      }
    }
  }

  /// Makes a change in a context.
  private func change(_ user: Shared<User>, in context: Context, _ body: (inout User) -> Void) async throws {
    switch context {
    case .program: user.withLock(body)
    case .trackedByATest: SharedChangeTracker(reportUnassertedChanges: false).track { user.withLock(body) }
    case .throwing: try user.withLock { user throws(Failure) in body(&user) }
    case .transaction: try await user.withTransaction { body(&$0) }
    }
  }

  @Test(arguments: Context.allCases)
  func aReadReturnsTheValueBeforeTheChange(context: Context) async throws {
    for access in Access.allCases {
      let user = makeUser()
      let read = try reading(access, user)
      let before = read().flatMap { Int($0) } ?? 0
      // More than once, because the rule must not depend on earlier changes.
      for number in before + 1...before + 2 {
        try await change(user, in: context) { value in
          #expect(read() == "\(number - 1)", "\(access)")
          value.set("half")
          #expect(read() == "\(number - 1)", "\(access)")
          value.set("\(number)")
        }
        #expect(read() == "\(number)", "\(access)")
      }
      #expect(user.saveError == nil && user.wrappedValue.row.title == "\(before + 2)")
    }
  }

  @Test func aFailedChangeIsUndoneAfterReads() {
    let user = makeUser()
    #expect(throws: Failure.self) {
      try user.withLock { value in
        value.set(user.wrappedValue.name + "1")
        #expect(user.wrappedValue == User())
        throw Failure()
      }
    }
    #expect(user.wrappedValue == User())
  }

  @Test func aFollowerOfTheClosureReceivesBothValues() {
    let user = makeUser()
    let names = Recorder<String>(), members = Recorder<String>()
    let subscriptions = user.withLock { value in
      value.set("half")
      let subscriptions = [
        user.publisher.sink { names.note($0.name) }, user.name.publisher.sink { members.note($0) },
      ]
      value.set("1")
      return subscriptions
    }
    #expect(names.entries == ["0", "1"] && members.entries == ["0", "1"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func anObserverOfTheClosureIsNotified() {
    let user = makeUser()
    let seen = Recorder<String>()
    user.withLock { value in
      value.set("half")
      withObservationTracking {
        seen.note(user.wrappedValue.name)
      } onChange: {
        seen.note("changed to \(user.wrappedValue.name)")
      }
      value.set("1")
    }
    #expect(seen.entries == ["0", "changed to 1"])
  }
}

/// The error of a change or of a step that a test makes fail.
struct Failure: Error, Equatable {}
