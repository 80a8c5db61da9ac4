import Counterpoint
import Testing

/// Optional collections of observable state have the identity of the collection.
@MainActor
@Suite struct ObservableStateOptionalTests {
  @Test func lists() {
    let read = { (state: Lists) in _ = state.list }
    #expect(told(Lists(), reading: read, during: { $0.list?[0].n += 1 }) == 0)
    #expect(told(Lists(), reading: { _ = $0.list?[0].n }, during: { $0.list?[0].n += 1 }) == 1)
    #expect(told(Lists(), reading: read, during: { $0.list?[0] = Item(id: 1) }) == 1)
    #expect(told(Lists(), reading: read, during: { $0.list?.removeLast() }) == 1)
    #expect(told(Lists(), reading: read, during: { $0.list = nil }) == 1)
  }

  @Test func identifiedArrays() {
    let read = { (state: Lists) in _ = state.rows }
    #expect(told(Lists(), reading: read, during: { $0.rows?[id: 1]?.n += 1 }) == 0)
    #expect(told(Lists(), reading: { _ = $0.rows?[id: 1]?.n }, during: { $0.rows?[id: 1]?.n += 1 }) == 1)
    #expect(told(Lists(), reading: read, during: { $0.rows?.remove(id: 1) }) == 1)
    #expect(told(Lists(), reading: read, during: { $0.rows = nil }) == 1)
  }

  @Test func whatIsNotThereIsNotRemoved() {
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows.remove(id: 99) }) == 0)
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows.remove(Item(id: 99)) }) == 0)
    #expect(told(Screen(), reading: { _ = $0.rows }, during: { $0.rows.remove(id: 1) }) == 1)
  }
}

@ObservableState
private struct Lists {
  var list: [Item]? = [Item(id: 1), Item(id: 2)]
  var rows: IdentifiedArrayOf<Item>? = [Item(id: 1), Item(id: 2)]
}
