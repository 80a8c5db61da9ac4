@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import IdentifiedArrays
import Observation
import StateSharingTestSupport
import Testing

@_spi(Internals) @_spi(SharedReferences) import StateSharing

/// A read of a value inside its own change returns the value before the change.
@Suite(.ends) struct ReadsInsideChangesTests {
  /// A value whose fields always have the same text.
  struct User: Codable, Equatable, Sendable {
    struct Row: Codable, Equatable, Identifiable, Sendable {
      var id = 1
      var title = "0"
    }

    var name = "0"
    var nick: String? = "0"
    var rows = IdentifiedArray(uniqueElements: [Row()])

    mutating func set(_ text: String) {
      name = text
      nick = text
      rows[id: 1]?.title = text
    }
  }

  /// The storage of the value.
  enum Kind: CaseIterable, Sendable {
    case unkeyed, inMemory, setting, throttledFile, immediateFile, transactionalFile, remote, custom
  }

  /// The way in which the closure of a change reads the value.
  enum Access: CaseIterable, Sendable {
    case itself, otherWrapper, newWrapper, reader, newReader, member, newMember, readOnlyMember, mapped, unwrapped
    case newUnwrapped, element, newElement, inside
  }

  /// The code that makes the change.
  enum Context: CaseIterable, Sendable { case program, trackedByATest, throwing, transaction }

  /// Creates wrappers of one value.
  private struct Source {
    let wrapper: () async throws -> Shared<User>
    /// Another wrapper of the same value, if the value has a key.
    let other: (Shared<User>) -> Shared<User>
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func source(_ kind: Kind) -> Source {
    func keyed<Key: SharedKey<User>>(_ key: Key) -> Source {
      Source(
        wrapper: { Shared(wrappedValue: User(), key) },
        other: { _ in Shared(wrappedValue: User(), key) }
      )
    }
    switch kind {
    case .unkeyed: return Source(wrapper: { Shared(value: User()) }, other: { $0 })
    case .inMemory: return keyed(.inMemory("user"))
    case .setting: return keyed(.appStorage("user", store: .inMemory))
    case .throttledFile: return keyed(.fileStorage(folder.file()))
    case .immediateFile: return keyed(.fileStorage(folder.file(), mode: .immediate))
    case .transactionalFile: return keyed(.fileStorage(folder.file(), mode: .transactional))
    case .remote:
      let engine = InMemorySharedEngine<User>()
      engine.store(User(), in: "user")
      return Source(
        wrapper: { try await Shared(require: .engine("user", engine)) },
        other: { _ in Shared(wrappedValue: User(), .engine("user", engine)) }
      )
    case .custom: return Source(wrapper: { Shared(reference: Held()) }, other: { $0 })
    }
  }

  /// Returns a function that reads the value.
  private func reading(_ access: Access, _ user: Shared<User>, _ other: @escaping (Shared<User>) -> Shared<User>) throws
    -> () -> String?
  {
    switch access {
    case .itself: return { user.wrappedValue.name }
    case .otherWrapper:
      let other = other(user)
      return { other.wrappedValue.name }
    case .newWrapper: return { other(user).wrappedValue.name }
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
      let row = try #require(Array(user.rows).first)
      return { row.title.wrappedValue }
    case .newElement: return { Array(user.rows).first?.wrappedValue.title }
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

  @Test(arguments: Kind.allCases, Context.allCases)
  func aReadReturnsTheValueBeforeTheChange(kind: Kind, context: Context) async throws {
    try await withDisk {
      for access in Access.allCases {
        let source = source(kind)
        let user = try await source.wrapper()
        let read = try reading(access, user, source.other)
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
        #expect(user.saveError == nil && user.wrappedValue.rows.first?.title == "\(before + 2)")
      }
    }
  }

  @Test(arguments: Kind.allCases) func aFailedChangeIsUndoneAfterReads(kind: Kind) async throws {
    try await withDisk {
      let user = try await source(kind).wrapper()
      #expect(throws: Failure.self) {
        try user.withLock { value in
          value.set(user.wrappedValue.name + "1")
          #expect(user.wrappedValue == User())
          throw Failure()
        }
      }
      #expect(user.wrappedValue == User())
    }
  }

  @Test(arguments: Kind.allCases) func aFollowerOfTheClosureReceivesBothValues(kind: Kind) async throws {
    try await withDisk {
      let user = try await source(kind).wrapper()
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
  }

  @Test(arguments: Kind.allCases) func anObserverOfTheClosureIsNotified(kind: Kind) async throws {
    try await withDisk {
      let user = try await source(kind).wrapper()
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

  /// An increment by a read of the wrapper must count from the stored value, as one by the parameter does.
  @Test func aTransactionReadsTheStoredValue() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      $count.withLock { $0 = count + 1 }
      try Data("41".utf8).write(to: folder.file())
      $count.withLock { $0 = count + 1 }
      #expect(count == 42 && folder.text() == "42")
    }
    let engine = InMemorySharedEngine<Int>()
    engine.store(0, in: "count")
    let count = try await Shared<Int>(require: .engine("count", engine))
    engine.store(41, in: "count")
    try await count.withTransaction { $0 = count.wrappedValue + 1 }
    #expect(count.wrappedValue == 42)
  }

  @Test func anAssertionReadsTheExpectedValue() {
    @Shared(value: "a") var pointed
    let shared = Shared(value: "a"), wrapper = $pointed
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    tracker.track {
      shared.withLock { $0 = "b" }
      shared.withLock { $0 = "bc" }
      $pointed = Shared(value: "bc")
    }
    tracker.assert {
      shared.withLock { $0 = "b" }
      shared.withLock { $0 = shared.wrappedValue + "c" }
      #expect(shared == shared)
      wrapper.withLock { $0 = "b" }
      wrapper.withLock { $0 = wrapper.wrappedValue + "c" }
      #expect(wrapper == wrapper)
    }
  }

  @Test func anotherWrapperCanBePointedToTheValue() {
    @Shared(value: "b") var other
    let shared = Shared(value: "a"), wrapper = $other
    let seen = Recorder<String>()
    let subscription = $other.publisher.sink { seen.note($0) }
    shared.withLock { value in
      value = "half"
      wrapper.projectedValue = shared
      #expect(wrapper.wrappedValue == "a")
      value = "c"
    }
    #expect(other == "c" && seen.entries == ["b", "a", "c"])
    subscription.cancel()
  }

  @Test func theValueBeforeTheChangeIsReleasedAfterIt() {
    final class Resource: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    struct Value: Sendable { var number = 0; var resource: Resource? }
    let shared = Shared(value: Value())
    let seen = Recorder<Int>()
    shared.withLock { $0.resource = Resource { seen.note(shared.wrappedValue.number) } }
    shared.withLock { value in
      value = Value(number: 1)
      #expect(seen.entries.isEmpty)
    }
    // Outside of the lock, and after the change.
    #expect(seen.entries == [1])
  }

  /// A value that another module stores behind a lock that is not reentrant.
  private final class Held: CustomMutableSharedReference {
    let link = SharedReferenceLink<User>()
    private let user = Locked(User())
    var value: User { user.withLock { $0 } }
    var description: String { "user" }

    func change<Result, Failure: Error>(
      _ operation: (inout User) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let outcome = user.withLock { user -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try operation(&user)) } catch { return .failure(error) }
      }
      return try outcome.get()
    }
  }
}
