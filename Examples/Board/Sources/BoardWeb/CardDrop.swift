public import Board
public import Foundation

/// The event that the script of the board sends when a card was dragged to a place.
public struct CardDrop: Codable, Equatable, Sendable {
  /// The name of the event.
  public static let event = "dropped"

  /// The column under the pointer.
  public var column: Column.ID
  /// The card.
  public var id: Card.ID
  /// The number of other cards above the pointer.
  public var index: Int

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - column: The column under the pointer.
  ///   - id: The card.
  ///   - index: The number of other cards above the pointer.
  public init(column: Column.ID, id: Card.ID, index: Int) {
    self.column = column
    self.id = id
    self.index = index
  }
}
