import Foundation
import IdentifiedArrays
import Testing

/// Law 4: a mutation of one element copies neither the array nor the element, even in unoptimized builds.
@Suite struct InPlaceTests {
  struct Item: Identifiable {
    final class Owner {}
    let id: Int
    var n = 0
    var owner = Owner()
    var wasUnique = false

    mutating func touch() {
      n += 1
      wasUnique = isKnownUniquelyReferenced(&owner)
    }
  }

  var items = IdentifiedArray(uniqueElements: (0..<100_000).map { Item(id: $0) })

  @Test mutating func byID() {
    let address = items.address
    items[id: 70_000]?.n += 1
    items[id: 70_000]?.touch()
    #expect(items.address == address)
    #expect(items[id: 70_000]?.n == 2)
    #expect(items[id: 70_000]?.wasUnique == true)
  }

  @Test mutating func byPosition() {
    let address = items.address
    items[70_000].n += 1
    items[70_000].touch()
    #expect(items.address == address)
    #expect(items[70_000].n == 2)
    #expect(items[70_000].wasUnique)
  }

  @Test mutating func throughAWritableKeyPathOfTheHolder() {
    struct Holder {
      var items: IdentifiedArrayOf<Item>
    }
    var holder = Holder(items: items)
    items = []
    let address = holder.items.address
    holder[keyPath: \Holder.items][id: 5]?.touch()
    #expect(holder.items.address == address)
    #expect(holder.items[id: 5]?.wasUnique == true)
  }

  @Test mutating func replacing() {
    let address = items.address
    items[id: 7] = Item(id: 7, n: 1)
    items[8] = Item(id: 8, n: 1)
    items[9] = Item(id: 100_000)
    items.update(Item(id: 10, n: 1), at: 10)
    items.updateOrAppend(Item(id: 11, n: 1))
    items.swapAt(1, 2)
    // Assigning a new identifier by position temporarily appends an element, and may allocate once.
    let grown = items.address
    items[9] = Item(id: 100_001)
    #expect(items.address == grown)
    #expect(address != 0)
    #expect(items[id: 7]?.n == 1)
    #expect(items.count == 100_000)
  }

  @Test mutating func movingAndRemoving() {
    let address = items.address
    items.move(fromOffsets: [99_999, 70_000], toOffset: 50_000)
    #expect(items[50_000...50_002].map(\.id) == [70_000, 99_999, 50_000])
    items[50_000].touch()
    #expect(items[50_000].wasUnique)
    items.remove(atOffsets: [0, 50_001])
    #expect(items.address == address)
    #expect(items.count == 99_998)
    #expect(items[id: 99_999] == nil)
  }

  @Test mutating func aCopyIsIndependent() {
    let copy = items
    items[id: 3]?.n = 5
    items[4].n = 6
    #expect(copy[id: 3]?.n == 0)
    #expect(copy[4].n == 0)
    #expect(items[id: 3]?.n == 5)
  }
}
