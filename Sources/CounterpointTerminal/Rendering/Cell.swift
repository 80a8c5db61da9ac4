/// One character cell of a terminal.
struct Cell: Equatable, Sendable {
  /// An empty cell.
  static let blank = Cell(character: " ", style: .plain, width: 1)

  /// The cell to the right of a wide character, which is a part of it.
  static let continuation = Cell(character: " ", style: .plain, width: 0)

  var character: Character
  var style: Style
  /// The columns that the character takes; 0 for the right half of a wide one.
  var width: Int
}
