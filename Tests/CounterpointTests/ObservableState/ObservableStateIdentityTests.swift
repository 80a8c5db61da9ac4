import Counterpoint
import Testing

/// Identities of values, and notifications of replacements.
@MainActor
@Suite struct ObservableStateIdentityTests {
  @Test func copiesAreTheSame() {
    let item = Item(id: 1)
    var copy = item
    #expect(copy._$id == item._$id)
    copy.n = 1
    #expect(copy._$id == item._$id)
    #expect(Item(id: 1)._$id != item._$id)
  }

  @Test func anEditInPlaceIsAnother() {
    let item = Item(id: 1)
    var edited = item
    edited._$willModify()
    #expect(edited._$id != item._$id)
  }

  // MARK: A child

  @Test func aChildReplaced() {
    #expect(told(Screen(), reading: { _ = $0.child }, during: { $0.child = Item(id: 0) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.child.n }, during: { $0.child = Item(id: 0) }) == 1)
  }

  @Test func aChildEdited() {
    #expect(told(Screen(), reading: { _ = $0.child }, during: { $0.child.n += 1 }) == 0)
    #expect(told(Screen(), reading: { _ = $0.child.n }, during: { $0.child.n += 1 }) == 1)
    #expect(told(Screen(), reading: { _ = $0.child.n }, during: { $0.child.title = "X" }) == 0)
  }

  @Test func aCopyPutBack() {
    #expect(told(Screen(), reading: { _ = $0.child }, during: { $0.child = $0.child }) == 0)
    var screen = Screen()
    let copy = screen.child
    screen.child.n += 1
    #expect(told(screen, reading: { _ = $0.child }, during: { $0.child = copy }) == 1)
    #expect(told(screen, reading: { _ = $0.child.n }, during: { $0.child = copy }) == 1)
  }

  @Test func siblingsSwapped() {
    let swap = { (screen: inout Screen) in
      (screen.child, screen.sibling) = (screen.sibling, screen.child)
    }
    #expect(told(Screen(), reading: { _ = $0.child }, during: swap) == 1)
    #expect(told(Screen(), reading: { _ = $0.sibling }, during: swap) == 1)
    #expect(told(Screen(), reading: { _ = $0.sibling.n }, during: swap) == 1)
  }

  // MARK: An optional child

  @Test func anOptionalThatComesAndGoes() {
    var screen = Screen()
    #expect(told(screen, reading: { _ = $0.optional }, during: { $0.optional = nil }) == 0)
    #expect(told(screen, reading: { _ = $0.optional }, during: { $0.optional = Item(id: 1) }) == 1)
    screen.optional = Item(id: 1)
    #expect(told(screen, reading: { _ = $0.optional }, during: { $0.optional = Item(id: 1) }) == 1)
    #expect(told(screen, reading: { _ = $0.optional }, during: { $0.optional = nil }) == 1)
  }

  @Test func anOptionalEdited() {
    var screen = Screen()
    screen.optional = Item(id: 1)
    #expect(told(screen, reading: { _ = $0.optional }, during: { $0.optional?.n += 1 }) == 0)
    #expect(told(screen, reading: { _ = $0.optional?.n }, during: { $0.optional?.n += 1 }) == 1)
  }

  // MARK: Rows

  @Test func rowsThatComeAndGo() {
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows.append(Item(id: 3)) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows.remove(id: 1) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows.swapAt(0, 1) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.rows[id: 1]?.n }, during: { $0.rows.remove(id: 2) }) == 1)
  }

  @Test func aRowEdited() {
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows[id: 1]?.n += 1 }) == 0)
    #expect(told(Screen(), reading: { _ = $0.rows[id: 1]?.n }, during: { $0.rows[id: 1]?.n += 1 }) == 1)
    #expect(told(Screen(), reading: { _ = $0.rows[id: 2]?.n }, during: { $0.rows[id: 1]?.n += 1 }) == 0)
  }

  @Test func aRowReplacedByACopyThatWasChangedBefore() {
    var screen = Screen()
    var copy = screen.rows[id: 1]
    copy?.n = 5
    #expect(told(screen, reading: { _ = $0.rows[id: 1]?.n }, during: { $0.rows[id: 1] = copy }) == 1)
    copy = screen.list[0]
    copy?.n = 5
    screen.list[0]._$willModify()
    #expect(told(screen, reading: { _ = $0.list[0].n }, during: { $0.list[0] = copy ?? $0.list[0] }) == 1)
  }

  @Test func anArray() {
    #expect(told(Screen(), reading: { _ = $0.list }, during: { $0.list.append(Item(id: 3)) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.list }, during: { $0.list[0] = Item(id: 1) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.list }, during: { $0.list[0].n += 1 }) == 0)
    #expect(told(Screen(), reading: { _ = $0.list[0].n }, during: { $0.list[0].n += 1 }) == 1)
    #expect(told(Screen(), reading: { _ = $0.list[1].n }, during: { $0.list[0].n += 1 }) == 0)
  }
}
