import Counterpoint
import Testing

/// The identity of an enum: its payload's and its case's.
@MainActor
@Suite struct ObservableStateEnumTests {
  @Test func thePayloadAndTheCase() {
    let item = Item(id: 1)
    #expect(Page.item(item)._$id == Page.item(item)._$id)
    #expect(Page.item(item)._$id != Page.item(Item(id: 1))._$id)
    #expect(Page.item(item)._$id != Page.other(id: item)._$id)
    #expect(Page.item(item)._$id != item._$id)
    #expect(Page.page(.item(item))._$id == Page.page(.item(item))._$id)
    #expect(Page.page(.item(item))._$id != Page.page(.page(.item(item)))._$id)
  }

  @Test(arguments: [Page.empty, .number(1), .pair(Item(id: 1), Item(id: 2))])
  func withoutAnObservablePayload(page: Page) {
    #expect(page._$id != page._$id)
  }

  @Test(arguments: [Page.item(Item(id: 1)), .other(id: Item(id: 1)), .page(.item(Item(id: 1)))])
  func anEditInPlaceIsAnother(page: Page) {
    var edited = page
    edited._$willModify()
    #expect(edited._$id != page._$id)
    #expect(edited == page)
  }

  @Test func whoIsTold() {
    #expect(told(Screen(), reading: { _ = $0.page }, during: { $0.page = .empty }) == 1)
    #expect(told(Screen(), reading: { _ = $0.page }, during: { $0.page = .item(Item(id: 1)) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.page }, during: { $0.page = $0.page }) == 0)
    #expect(told(Screen(), reading: { _ = $0.page }, during: { $0.page = .other(id: $0.page.payload) }) == 1)
    #expect(told(Screen(), reading: { _ = $0.page }, during: { $0.page.payload.n += 1 }) == 0)
    #expect(told(Screen(), reading: { _ = $0.page.payload.n }, during: { $0.page.payload.n += 1 }) == 1)
  }

  @Test func whoIsToldOfWhatHasNoIdentity() {
    var screen = Screen()
    screen.page = .number(1)
    #expect(told(screen, reading: { _ = $0.page }, during: { $0.page = .number(1) }) == 1)
    #expect(told(screen, reading: { _ = $0.first }, during: { $0.page = .number(1) }) == 0)
  }

  @Test func aCopyPutBack() {
    var screen = Screen()
    let copy = screen.page
    screen.page.payload.n += 1
    #expect(told(screen, reading: { _ = $0.page }, during: { $0.page = copy }) == 1)
  }
}

extension Page {
  /// The item of `item` and `other`.
  fileprivate var payload: Item {
    get {
      switch self {
      case .item(let item), .other(let item): item
      default: Item(id: 0)
      }
    }
    set {
      switch self {
      case .item: self = .item(newValue)
      case .other: self = .other(id: newValue)
      default: break
      }
    }
  }
}
