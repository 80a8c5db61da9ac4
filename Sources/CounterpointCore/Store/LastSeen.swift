/// The last state of a removed child; until the removal, the state at the creation of the store.
///
/// In an object, because the state may be too big for the stack.
final class LastSeen<State> {
  private let cell: Cell<State>

  init(_ state: Address<State>) {
    cell = Cell(copying: state)
  }

  /// The address of the state, valid during the lifetime of this object.
  var state: Address<State> { cell.address }
}
