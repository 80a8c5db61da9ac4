import CaseKeyPaths
import CounterpointCore
import Testing

/// Stores of children that may be gone.
@MainActor
@Suite struct StoreOptionalScopeTests {
  let store: StoreOf<TrunkEditor>

  init() {
    store = Store(initialState: Trunk()) { TrunkEditor() }
  }

  private func edit(_ edit: @escaping (inout Trunk) -> Void) {
    store.send(.edit(edit))
  }

  private var child: Store<Leaf, (inout Leaf) -> Void>? {
    store.scope(\.optional, action: \.optional)
  }

  @Test func thereIsNoStoreWhileThereIsNoChild() {
    #expect(child == nil)
  }

  @Test func theStoreReadsAndSends() throws {
    edit { $0.optional = Leaf(count: 1) }
    let child = try #require(child)
    #expect(child.count == 1)
    child.send { $0.count += 1 }
    #expect(child.count == 2)
    #expect(store.optional?.count == 2)
  }

  @Test func theSameStoreAsLongAsSomebodyHoldsIt() throws {
    edit { $0.optional = Leaf() }
    let first = try #require(child)
    #expect(child === first)
  }

  @Test func aStoredCaseKeyPathGivesTheSameStoreAsItsName() throws {
    let stored: CaseKeyPath<TrunkEditor.Action, (inout Leaf) -> Void> = \.optional
    #expect(store.scope(\.optional, action: stored) == nil)
    edit { $0.optional = Leaf() }
    let first = try #require(child)
    #expect(store.scope(\.optional, action: stored) === first)
    #expect(store.scope(state: \.optional, action: stored) === first)
  }

  @Test func aChildThatAnotherReplacesKeepsItsStore() throws {
    edit { $0.optional = Leaf(id: 1) }
    let first = try #require(child)
    edit { $0.optional = Leaf(id: 2, count: 7) }
    #expect(child === first)
    #expect(first.count == 7)
  }

  @Test func aStoreWhoseChildIsGoneGivesTheLastState() throws {
    edit { $0.optional = Leaf(count: 3) }
    let child = try #require(child)
    edit { $0.optional?.count = 4 }
    edit { $0.optional = nil }
    #expect(child.count == 4)
    #expect(child.withState(\.count) == 4)
  }

  @Test func whatAStoreWhoseChildIsGoneSendsReachesTheParent() throws {
    edit { $0.optional = Leaf() }
    let child = try #require(child)
    edit { $0.optional = nil }
    child.send { $0.count += 1 }
    #expect(store.optional == nil)
  }

  @Test func aChildThatIsPresentedAgainHasAStoreOfItsOwn() throws {
    edit { $0.optional = Leaf(count: 1) }
    let first = try #require(child)
    edit { $0.optional = nil }
    #expect(child == nil)
    edit { $0.optional = Leaf(count: 2) }
    let second = try #require(child)
    #expect(second !== first)
    #expect(first.count == 1)
    #expect(second.count == 2)
  }

  @Test func aChildThatIsPresentedAgainUnseenIsObserved() throws {
    edit { $0.optional = Leaf() }
    let first = try #require(child)
    edit { $0.optional = nil }
    edit { $0.optional = Leaf() }
    let second = try #require(child)
    #expect(notifications(reading: { _ = second.count }, during: { second.send { $0.count += 1 } }) == 1)
    withExtendedLifetime(first) {}
  }

  @Test func whetherThereIsAChildIsTracked() {
    #expect(notifications(reading: { _ = child }, during: { edit { $0.optional = Leaf() } }) == 1)
    #expect(notifications(reading: { _ = child }, during: { edit { $0.optional?.count += 1 } }) == 0)
    #expect(notifications(reading: { _ = child }, during: { edit { $0.optional = nil } }) == 1)
  }

  @Test func aFieldOfTheChildIsTracked() throws {
    edit { $0.optional = Leaf() }
    let child = try #require(child)
    #expect(notifications(reading: { _ = child.count }, during: { child.send { $0.count += 1 } }) == 1)
    #expect(notifications(reading: { _ = child.count }, during: { child.send { $0.title = "b" } }) == 0)
    #expect(notifications(reading: { _ = child.count }, during: { edit { $0.optional = nil } }) == 1)
  }

  @Test func anOptionalOfEveryLayoutIsReadWhereItIs() {
    check(\Layouts.object, Payload())
    check(\Layouts.bool, true)
    check(\Layouts.int, -1)
    check(\Layouts.string, "a text that is too long to be kept inline")
    check(\Layouts.pair, Pair(first: "x", second: 0.5))
    check(\Layouts.closed, .second)
    check(\Layouts.nested, Int?.none)
    check(\Layouts.existential, 5)
  }

  private func check<Value>(_ path: any WritableKeyPath<Layouts, Value?> & Sendable, _ value: Value) {
    let store = Store(initialState: Layouts()) {
      Reduce<Layouts, Optional<Value>> { state, value in
        state[keyPath: path] = value
        return .none
      }
    }
    let expected = String(describing: value)
    #expect(store.scope(path, action: \.some)?.withState { String(describing: $0) } == nil)
    store.send(value)
    #expect(store.scope(path, action: \.some)?.withState { String(describing: $0) } == expected)
    store.send(nil)
    #expect(store.scope(path, action: \.some) == nil)
  }

  final class Payload: Sendable {}
  struct Pair { var first: String; var second: Double }
  enum Closed { case first, second }

  struct Layouts: ObservableState {
    var object: Payload?
    var bool: Bool?
    var int: Int?
    var string: String?
    var pair: Pair?
    var closed: Closed?
    var nested: Int??
    var existential: (any CustomStringConvertible & Sendable)?
    var _$observationRegistrar = ObservationStateRegistrar()

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }
}
