/// Memory for one value, which never moves: addresses into it are valid during the lifetime of the cell.
@safe
struct Cell<Value>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  /// Creates the value in its final memory, because it may be bigger than the stack.
  init(_ value: () -> Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value())
  }

  /// Copies a value.
  init(copying value: Address<Value>) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(from: value.pointer, count: 1)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// The value, without a copy.
  var value: Value {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(pointer) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// The address of the value.
  var address: Address<Value> { unsafe Address(UnsafePointer(pointer)) }

  /// The address of the value, for changes.
  var mutableAddress: MutableAddress<Value> { unsafe MutableAddress(pointer) }
}

/// The last state of a removed child; until the removal, the state at the creation of the store.
///
/// In an object, because the state may be too big for the stack.
final class StateSnapshot<State> {
  private let cell: Cell<State>

  init(_ state: Address<State>) {
    cell = Cell(copying: state)
  }

  /// The address of the state, valid during the lifetime of this object.
  var state: Address<State> { cell.address }
}
