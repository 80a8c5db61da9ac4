/// The last state of a removed child; until the removal, the state for which the store was made.
///
/// In an object, because the state may be too big for the stack.
final class LastSeen<State> {
  private let cell: Cell<State>

  init(_ state: Address<State>) {
    cell = Cell(copying: state)
  }

  /// Where the state is, for as long as this lives.
  var state: Address<State> { cell.address }
}
