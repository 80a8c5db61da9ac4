import CaseKeyPaths
import CounterpointCore
import Testing

/// `$store.scope(\.$destination, action: \.destination).edit`: the cases of what is presented.
@MainActor
@Suite struct DestinationBindingTests {
  @UIBindable var store = Store(initialState: Library.State(), on: MainActor.shared) { Library() }

  private func present(_ destination: Destination.State?) {
    store.send(.edit { $0.destination.wrappedValue = destination })
  }

  private var destination: UIBinding<Store<Destination.State, Destination.Action>?> {
    $store.scope(\.destination, action: \.destination)
  }

  @Test func aFeatureIsItsStore() {
    let leaf: UIBinding<Store<Leaf, LeafEdit>?> = destination.leaf
    #expect(leaf.wrappedValue == nil)
    present(.leaf(Leaf(count: 3)))
    #expect(leaf.wrappedValue?.count == 3)
    leaf.wrappedValue = nil
    #expect(store.destination.wrappedValue == nil)
    #expect(store.log == ["destination.dismiss"])
  }

  @Test func aCaseWithDataIsTheData() {
    let hint: UIBinding<String?> = destination.hint
    present(.hint("Press H"))
    #expect(hint.wrappedValue == "Press H")
    hint.wrappedValue = nil
    #expect(store.destination.wrappedValue == nil)
  }

  @Test func aCaseWithoutPayloadIsItsPresence() {
    let help = UIBinding<Bool>(destination.help)
    #expect(!help.wrappedValue)
    present(.help)
    #expect(help.wrappedValue)
    help.wrappedValue = false
    #expect(store.destination.wrappedValue == nil)
  }

  @Test func aNestedEnumHasItsOwnCases() {
    let leaf: UIBinding<Store<Leaf, LeafEdit>?> = destination.inner.leaf
    #expect(leaf.wrappedValue == nil)
    present(.inner(.leaf(Leaf(count: 4))))
    #expect(leaf.wrappedValue?.count == 4)
    leaf.wrappedValue = nil
    #expect(store.destination.wrappedValue == nil)
  }

  @Test func anotherCaseIsLeftAlone() {
    let (leaf, hint) = (destination.leaf, destination.hint)
    present(.hint("Press H"))
    #expect(leaf.wrappedValue == nil)
    leaf.wrappedValue = nil
    #expect(hint.wrappedValue == "Press H")
    #expect(store.log.isEmpty)
  }

  @Test func aLateWriteDoesNotDismissTheNextOneInTheSameCase() {
    present(.leaf(Leaf(id: 1)))
    let first = destination.leaf
    present(.leaf(Leaf(id: 2)))
    first.wrappedValue = nil
    #expect(destination.leaf.wrappedValue?.id != nil)
    #expect(store.log.isEmpty)
  }

  @Test func aCaseThatWasSeenToBeOverIsFreeForTheNextOne() {
    present(.leaf(Leaf(id: 1)))
    let leaf = destination.leaf
    present(.help)
    #expect(leaf.wrappedValue == nil)
    present(.leaf(Leaf(id: 2)))
    leaf.wrappedValue = nil
    #expect(store.log == ["destination.dismiss"])
  }

  @Test func readingTracksTheCase() {
    let hint = destination.hint
    #expect(notifications(reading: { _ = hint.wrappedValue }, during: { present(.hint("Press H")) }) == 1)
    #expect(notifications(reading: { _ = hint.wrappedValue }, during: { present(.help) }) == 1)
  }
}
