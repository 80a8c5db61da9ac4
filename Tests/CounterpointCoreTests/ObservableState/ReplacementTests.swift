import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Observation
import Testing

/// Reads through a store after the first one, which follows the path to the store's state.
@MainActor
@Suite struct ReplacementTests {
  let root = Store(initialState: Grove(), on: MainActor.shared) { GroveEditor() }
  let trunk: StoreOf<TrunkEditor>
  let leaf: Store<Leaf, (inout Leaf) -> Void>

  private var followed: Int { root.core.hub.changes.replacements.count }

  init() {
    trunk = root.scope(\.trunk, action: \.trunk)
    leaf = trunk.scope(\.child, action: \.child)
    follow { leaf.count }
  }

  private var rowStores: StoreCollection<Int, Leaf, (inout Leaf) -> Void> {
    root.scope(\.trunk.rows, action: \.rows)
  }

  private func edit(_ edit: @escaping (inout Grove) -> Void) {
    root.send(.edit(edit))
  }

  private func follow(_ read: () -> some Any) {
    withObservationTracking {
      _ = read()
    } onChange: {
    }
  }

  private func told(reading read: () -> Void, during change: @escaping (inout Grove) -> Void) -> Int {
    notifications(reading: read, during: { edit(change) })
  }

  @Test(arguments: Replacement.allCases)
  func everyValueOnThePathThatIsReplaced(_ replacement: Replacement) {
    #expect(told(reading: { _ = leaf.count }, during: replacement.perform) == 1)
    // The new value is followed, too.
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk.child.count += 1 }) == 1)
    #expect(told(reading: { _ = leaf.count }, during: replacement.perform) == 1)
    #expect(told(reading: { leaf.core.track() }, during: replacement.perform) == 1)
  }

  @Test func nothingElseOnThePath() {
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk.number += 1 }) == 0)
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk.optional = Leaf() }) == 0)
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk.child.title = "b" }) == 0)
    #expect(told(reading: { leaf.core.track() }, during: { $0.trunk.child.count += 1 }) == 0)
  }

  @Test func aReadRegistersNothingAboveTheValue() {
    let observers = root.core.hub.observersOfRoot
    #expect(notifications(reading: { _ = leaf.count }, during: { observers.notify(0) }) == 0)
    edit { $0.trunk.child = Leaf() }
    // The first read after a replacement detects by the root that it is tracked.
    #expect(notifications(reading: { _ = leaf.count }, during: { observers.notify(0) }) == 1)
    #expect(notifications(reading: { _ = leaf.count }, during: { observers.notify(0) }) == 0)
  }

  @Test func aStoreThatWasReleased() {
    func readOnce() { _ = root.scope(\.other, action: \.other).scope(\.child, action: \.child).title }
    let replacements: [(inout Grove) -> Void] = [
      { $0 = Grove() }, { $0.other = Trunk() }, { $0.other.child = Leaf() },
    ]
    for replace in replacements {
      withObservationTracking(readOnce) {}
      #expect(told(reading: readOnce, during: replace) == 1)
      #expect(told(reading: readOnce, during: { $0.other.child.title += "b" }) == 1)
    }
    #expect(followed <= 2)
  }

  @Test func aCopyAtAnotherPath() {
    edit { $0.other = $0.trunk }
    let other = root.scope(\.other, action: \.other).scope(\.child, action: \.child)
    follow { leaf.count }
    follow { other.count }
    // Law 3: the replacement of one copy is no change of the other.
    #expect(told(reading: { _ = other.count }, during: { $0.trunk = Trunk() }) == 0)
    #expect(told(reading: { _ = other.count }, during: { $0.other = Trunk() }) == 1)
    #expect(told(reading: { _ = leaf.count }, during: { $0.other = Trunk() }) == 0)
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk = Trunk() }) == 1)
  }

  @Test func copiesBelowOneCopiedValue() {
    edit { $0.other = $0.trunk }
    let other = root.scope(\.other, action: \.other).scope(\.child, action: \.child)
    follow { leaf.count }
    follow { other.count }
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk.child.count += 1 }) == 1)
    #expect(told(reading: { _ = other.count }, during: { $0.other.child.count += 1 }) == 1)
    #expect(told(reading: { _ = leaf.count }, during: { $0.trunk.child = Leaf() }) == 1)
    #expect(told(reading: { _ = other.count }, during: { $0.other.child = Leaf() }) == 1)
  }

  @Test func aCopyInAnotherStore() {
    let twin = Store(initialState: root.withState { $0 }, on: MainActor.shared) { GroveEditor() }
    #expect(told(reading: { _ = twin.trunk.number }, during: { $0 = Grove() }) == 0)
    let leaf = twin.scope(\.trunk, action: \.trunk).scope(\.child, action: \.child)
    let count = notifications(reading: { _ = leaf.count }, during: { twin.send(.edit { $0.trunk.child.count += 1 }) })
    #expect(count == 1)
  }

  @Test func aCopyOfARow() {
    edit { $0.trunk.rows = [Leaf(id: 1)] }
    edit { grove in
      var copy = grove.trunk.rows[0]
      copy.id = 2
      grove.trunk.rows.append(copy)
    }
    let (row, copy) = (rowStores[0], rowStores[1])
    follow { row.count }
    follow { copy.count }
    #expect(told(reading: { _ = copy.count }, during: { $0.trunk.rows[0] = Leaf(id: 1) }) == 0)
    #expect(told(reading: { _ = copy.count }, during: { $0.trunk.rows.remove(id: 1) }) == 0)
    #expect(told(reading: { _ = copy.count }, during: { $0.trunk.rows[0].count += 1 }) == 1)
    #expect(told(reading: { _ = copy.count }, during: { $0.trunk.rows[0] = Leaf(id: 2) }) == 1)
  }

  @Test func anOptionalChild() throws {
    edit { $0.trunk.optional = Leaf() }
    let child = try #require(trunk.scope(\.optional, action: \.optional))
    follow { child.count }
    #expect(told(reading: { _ = child.count }, during: { $0.trunk.optional = Leaf() }) == 1)
    follow { child.count }
    #expect(told(reading: { _ = child.count }, during: { $0.trunk = Trunk() }) == 1)
    edit { $0.trunk.optional = Leaf() }
    let next = try #require(trunk.scope(\.optional, action: \.optional))
    follow { next.count }
    #expect(told(reading: { _ = next.count }, during: { $0.trunk.optional = nil }) == 1)
  }

  @Test func aStoreScopedByFunctions() {
    let mapped = trunk.scope(state: { $0.child }, action: { .child($0) })
    follow { mapped.count }
    #expect(told(reading: { _ = mapped.count }, during: { $0.trunk = Trunk() }) == 1)
    #expect(told(reading: { _ = mapped.count }, during: { $0.trunk.child = Leaf() }) == 1)
    #expect(told(reading: { _ = mapped.count }, during: { $0.trunk.child.count += 1 }) == 1)
  }

  @Test func valuesThatAreNoLongerInTheStateAreForgotten() {
    var registry = ReplacementRegistry()
    let field = StateLocation(value: 1, field: 0)
    let kept = FieldObservers()
    let value = registry.follow(kept, at: 0, path: [field])
    for position in 1..<100 {
      #expect(registry.removeUnused().isEmpty)
      _ = registry.follow(FieldObservers(), at: position, path: [field])
    }
    #expect(registry.count <= 8)
    #expect(value.isCurrent)
    #expect(registry.value(of: kept, at: 0) === value)
    #expect(registry.removeValues(below: field).contains { $0 === value })
  }

  @Test func copiesWhoseStoresWereReleasedAreNotified() {
    var registry = ReplacementRegistry()
    let observers = FieldObservers()
    let held = registry.follow(observers, at: 0, path: [])
    for position in 1..<8 { _ = registry.follow(observers, at: position, path: []) }
    #expect(registry.removeUnused().map(\.position).sorted() == Array(1..<8))
    #expect(registry.count == 1)
    #expect(held.isCurrent)
  }

  @Test func aReadInsideARead() {
    let followed = FollowedValue(FieldObservers(), at: 0, path: [])
    #expect(followed.isTracked(0) == false)
    #expect(followed.isFieldRead)
    // A field without a bit of its own leaves the registration of the replacement to the end of the read.
    let other = FollowedValue(FieldObservers(), at: 0, path: [])
    _ = other.isTracked(63)
    #expect(!other.isFieldRead)
  }

  @Test func aRowThatWasEditedSinceItWasFollowed() throws {
    edit { $0.trunk.rows = [Leaf(id: 1), Leaf(id: 2)] }
    let row = rowStores[0]
    follow { row.count }
    let first = root.withState { $0.trunk.rows[0] }
    edit { $0.trunk.rows[0].count += 1 }
    // The observer reads a newer copy than the one that was followed.
    #expect(told(reading: { _ = row.count }, during: { $0.trunk.rows[0] = first }) == 1)
    #expect(told(reading: { _ = row.count }, during: { $0.trunk.rows.remove(id: 2) }) == 0)
    #expect(told(reading: { _ = row.count }, during: { $0 = Grove() }) == 1)
  }
}

/// A value on the path to the leaf that is replaced.
enum Replacement: CaseIterable {
  case root, trunk, leaf

  func perform(_ state: inout Grove) {
    switch self {
    case .root: state = Grove()
    case .trunk: state.trunk = Trunk()
    case .leaf: state.trunk.child = Leaf()
    }
  }
}

/// The parent of two trunks, written by hand.
struct Grove: ObservableState {
  private var _trunk = Trunk()
  private var _other = Trunk()
  var _$observationRegistrar = ObservationStateRegistrar()

  var trunk: Trunk {
    get { _$observationRegistrar.access(0); return _trunk }
    set { _$observationRegistrar.set(&_trunk, to: newValue, field: 0) }
    _modify {
      let edit = _$observationRegistrar.willModify(&_trunk, field: 0)
      defer { _$observationRegistrar.didModify(&_trunk, edit, field: 0) }
      yield &_trunk
    }
  }

  var other: Trunk {
    get { _$observationRegistrar.access(1); return _other }
    set { _$observationRegistrar.set(&_other, to: newValue, field: 1) }
    _modify {
      let edit = _$observationRegistrar.willModify(&_other, field: 1)
      defer { _$observationRegistrar.didModify(&_other, edit, field: 1) }
      yield &_other
    }
  }

  static func _$fields(_ fields: _ObservedFields<Self>) {
    fields.add(0, \.trunk, stored: \._trunk, registrar: \._$observationRegistrar)
    fields.add(1, \.other, stored: \._other, registrar: \._$observationRegistrar)
  }

  var _$id: ObservableStateID { _$observationRegistrar.id }
  mutating func _$willModify() { _$observationRegistrar.willModify() }
}

/// Edits a grove by the function that it is sent, and its trunks by their own reducer.
struct GroveEditor: Reducer {
  typealias State = Grove

  enum Action: CasePathable {
    case edit((inout Grove) -> Void)
    case trunk(TrunkEditor.Action)
    case other(TrunkEditor.Action)
    case rows(IdentifiedAction<Int, (inout Leaf) -> Void>)

    struct AllCasePaths: Sendable {
      var trunk: AnyCasePath<Action, TrunkEditor.Action> {
        .init(embed: { .trunk($0) }, extract: { if case .trunk(let value) = $0 { value } else { nil } })
      }
      var other: AnyCasePath<Action, TrunkEditor.Action> {
        .init(embed: { .other($0) }, extract: { if case .other(let value) = $0 { value } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, (inout Leaf) -> Void>> {
        .init(embed: { .rows($0) }, extract: { if case .rows(let value) = $0 { value } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<Grove, Action> {
    Scope(\.trunk, action: \.trunk) { TrunkEditor() }
    Scope(\.other, action: \.other) { TrunkEditor() }
    Reduce { state, action in
      if case .edit(let edit) = action { edit(&state) }
      return .none
    }
  }
}
