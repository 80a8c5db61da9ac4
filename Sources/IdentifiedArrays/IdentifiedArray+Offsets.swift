public import Foundation
import OrderedCollections

extension IdentifiedArray {
  /// Moves elements in front of another, as a list does when its rows are dragged.
  ///
  /// The moved elements keep their order among each other. O(*n* log *n*).
  ///
  /// - Parameters:
  ///   - source: Where the elements are.
  ///   - destination: The position, counted before the move, of the element in front of which they go; `endIndex` moves them
  ///     to the end.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    precondition(
      0...count ~= destination,
      "Can't move to offset \(destination) of an identified array of \(count) elements. Use an offset from 0 to endIndex."
    )
    requireOffsets(source)
    let stays = { (offset: Int) in !source.contains(offset) }
    arrange((0..<destination).filter(stays) + Array(source) + (destination..<count).filter(stays))
  }

  /// Removes the elements at several positions, as a list does when its rows are deleted. O(*n* log *n*).
  ///
  /// - Parameter offsets: The positions.
  public mutating func remove(atOffsets offsets: IndexSet) {
    requireOffsets(offsets)
    arrange(indices.filter { !offsets.contains($0) })
  }

  /// Keeps the elements at the given offsets, each of which may come once, in the order given.
  private mutating func arrange(_ offsets: [Int]) {
    let (ids, elements) = (ids, elements)
    storage = OrderedDictionary(
      uncheckedUniqueKeys: offsets.lazy.map { ids[$0] },
      values: offsets.lazy.map { elements[$0] }
    )
  }

  private func requireOffsets(_ offsets: IndexSet) {
    guard let last = offsets.last else { return }
    precondition(
      last < count,
      "There is no offset \(last) in an identified array of \(count) elements. Use offsets less than endIndex."
    )
  }
}
