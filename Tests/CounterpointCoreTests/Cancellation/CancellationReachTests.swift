@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct CancellationReachTests {
  struct Empty1: Hashable, Sendable {}
  struct Empty2: Hashable, Sendable {}

  /// All values have one hash value.
  struct Colliding: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  class ObjectID: Hashable, @unchecked Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: ObjectID, right: ObjectID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  final class SpecialID: ObjectID, @unchecked Sendable {}

  enum Action: Sendable {
    case start(any Hashable & Sendable)
    case cancel(any Hashable & Sendable)
    case cancelInside(any Hashable & Sendable)
  }

  /// A store whose effects wait; `ended` counts the canceled ones.
  final class Subject {
    let ended = Recorder<Int>()
    let store: Store<Int, Action>

    init(on actor: any Actor = MainActor.shared) {
      store = Store(initialState: 0, on: actor) { [ended] in
        Reduce<Int, Action> { _, action in
          switch action {
          case .start(let id):
            return Self.wait(ended, id)
          case .cancel(let id):
            return Self.cancel(id)
          case .cancelInside(let id):
            return .run { _ in Self.cancelInside(id) }
          }
        }
      }
    }

    static func wait(_ ended: Recorder<Int>, _ id: some Hashable & Sendable) -> Effect<Action> {
      .run { _ in
        await withTaskCancellationHandler {
          await Gate().wait()
        } onCancel: {
          ended.note(0)
        }
      }
      .cancellable(id: id)
    }

    static func cancel(_ id: some Hashable & Sendable) -> Effect<Action> { .cancel(id: id) }
    static func cancelInside(_ id: some Hashable & Sendable) { Task.cancel(id: id) }

    var isIdle: Bool { store.core.hub.cancellations.isEmpty }
  }

  @Test func idsOfTwoStoresNeverMeet() async {
    let first = Subject()
    let second = Subject()
    let task = first.store.send(.start(1))
    let other = second.store.send(.start(1))
    first.store.send(.cancel(1))
    await task.finish()
    #expect(first.isIdle)
    #expect(!second.isIdle)
    #expect(!other.isCancelled)
    other.cancel()
    await other.finish()
    #expect(second.isIdle)
  }

  @Test func cancellingOutsideReachesAllStoresOfTheTest() async {
    let subjects = [Subject(), Subject(), Subject()]
    let tasks = subjects.map { $0.store.send(.start("outside")) }
    Task.cancel(id: "outside")
    for task in tasks { await task.finish() }
    for subject in subjects { #expect(subject.isIdle) }
  }

  @Test(arguments: 0..<20) func testsInParallelDoNotReachOneAnother(_ index: Int) async {
    let subject = Subject()
    let own = subject.store.send(.start("of all tests"))
    Task.cancel(id: "of all tests")
    await own.finish()
    #expect(subject.isIdle)
  }

  @Test func cancellingInsideAnEffectReachesItsStoreOnly() async {
    let first = Subject()
    let second = Subject()
    let task = first.store.send(.start(1))
    let other = second.store.send(.start(1))
    await first.store.send(.cancelInside(1)).finish()
    await task.finish()
    #expect(!second.isIdle)
    other.cancel()
    await other.finish()
  }

  @Test func idsAreMatchedByTypeAndValue() async {
    let subject = Subject()
    let pairs: [(any Hashable & Sendable, any Hashable & Sendable)] = [
      (1, UInt8(1)), (Empty1(), Empty2()), (1, 2), ("1", 1),
    ]
    for (id, other) in pairs {
      let task = subject.store.send(.start(id))
      subject.store.send(.cancel(other))
      #expect(!subject.isIdle)
      subject.store.send(.cancel(id))
      await task.finish()
      #expect(subject.isIdle)
    }
  }

  @Test func anIDCountsByItsTypeAndValue() {
    #expect(CancelID(1) == CancelID(1))
    #expect(CancelID(1) != CancelID(2))
    #expect(CancelID(1 as Int) != CancelID(1 as UInt8))
    #expect(CancelID(Empty1()) != CancelID(Empty2()))
    #expect(CancelID(1).hashValue == CancelID(1).hashValue)
    #expect(CancelID(Colliding(number: 1)) != CancelID(Colliding(number: 2)))
  }

  @Test func anIDThatComesAsAnyHashableCountsByWhatItHolds() {
    #expect(CancelID(AnyHashable(1)) == CancelID(1))
    #expect(CancelID(AnyHashable(AnyHashable("a"))) == CancelID("a"))
    #expect(CancelID(AnyHashable(1 as Int)) != CancelID(1 as UInt8))
  }

  @Test func anObjectThatComesAsOneOfItsSuperclassIsTheSameID() {
    let id = SpecialID(1)
    #expect(CancelID(id as ObjectID) == CancelID(id))
    #expect(CancelID(id as ObjectID) == CancelID(SpecialID(1)))
    #expect(CancelID(id as ObjectID) != CancelID(SpecialID(2)))
    #expect(CancelID(id) != CancelID(ObjectID(1)))
  }

  @Test func aTaskThatKnowsOfNoTestCancelsToo() async {
    let subject = Subject()
    let task = subject.store.send(.start(1))
    let ref = subject.store.ref
    await Task.detached { _ = await ref.send(.cancel(1)) }.value
    await task.finish()
    #expect(subject.isIdle)
  }

  @Test func anObserverIsNotPartOfTheEffectThatItIsToldOf() async {
    let begun = Gate()
    let other = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in
          begun.open()
          await Gate().wait()
        }
        .cancellable(id: "everywhere")
      }
    }
    let running = other.send(0)
    await begun.wait()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 0 ? .run { send in await send(1) } : .none
      }
    }
    let token = store.view.observe { count in
      if count == 1 { Task.cancel(id: "everywhere") }
    }
    await store.send(0).finish()
    await running.finish()
    #expect(running.isCancelled || other.core.hub.cancellations.isEmpty)
    token.cancel()
  }
}
