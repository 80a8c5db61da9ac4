// What of this module is unsafe about memory is in this folder, and nothing else names a pointer (`Scripts/check-unsafe`).
// Elsewhere some variables are used without the checks of exclusive access; `RootCore` says why that is sound.

/// Where a value is, to look at it without a copy: states may be bigger than the stack.
///
/// The compiler does not check that the value is still there. What makes it so: **an address is used only by a function that it was
/// handed to, while that runs; the one of a core's state also by the core, by those below it, which keep it, and by who reads it between
/// `beginRead` and `endRead`.** An address is therefore never stored anywhere but in a core.
@safe @usableFromInline
struct Address<Value> {
  @usableFromInline let pointer: UnsafePointer<Value>

  @inlinable @inline(__always)
  init(_ pointer: UnsafePointer<Value>) {
    unsafe self.pointer = unsafe pointer
  }

  /// The value, where it is.
  @inlinable
  var value: Value {
    @inline(__always)
    unsafeAddress { unsafe pointer }
  }

  /// Calls a function with the value where it is.
  ///
  /// A debug build copies `value` before it passes it to a function or reads it through a key path. The copy has room
  /// on the stack for the whole state.
  @inlinable @inline(__always)
  func lend<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
    try unsafe lendPointee(of: pointer, body)
  }

  /// Where a stored property is. Its distance is that of a key path of which `MemoryLayout.offset(of:)` gave it.
  @inlinable @inline(__always)
  func property<Property>(_ type: Property.Type = Property.self, at distance: Int) -> Address<Property> {
    unsafe Address<Property>(UnsafeRawPointer(pointer).advanced(by: distance).assumingMemoryBound(to: type))
  }

  /// Where the payload of an optional is, `nil` where there is none.
  ///
  /// An optional keeps its payload at its own address: whatever says that there is none is in spare bits of the payload or
  /// behind it. `AddressTests` reads optionals of every layout this way.
  func payload<Wrapped>() -> Address<Wrapped>? where Value == Wrapped? {
    guard unsafe !isNil(pointer) else { return nil }
    return property(Wrapped.self, at: 0)
  }

  /// The same place, of a type that a cast has found to be that of the value.
  func known<Known>(as type: Known.Type) -> Address<Known> {
    precondition(Value.self == type, "\(Value.self) is not \(type).")
    return property(type, at: 0)
  }
}

/// Calls a function with a value where it is. The value need not be copyable, so no build copies it.
@inlinable @inline(__always)
func lendPointee<Value: ~Copyable, Result>(
  of pointer: UnsafePointer<Value>,
  _ body: (borrowing Value) throws -> Result
) rethrows -> Result {
  try unsafe body(pointer.pointee)
}

/// Calls a function with the place of a value, which can't change meanwhile.
func withAddress<Value, Result>(of value: Value, _ body: (Address<Value>) throws -> Result) rethrows -> Result {
  try unsafe withUnsafePointer(to: value) { try unsafe body(Address($0)) }
}

/// Calls a function with the place of a variable, which nobody else can use meanwhile.
@inlinable @inline(__always)
func withAddress<Value, Result>(
  of value: inout Value,
  _ body: (MutableAddress<Value>) throws -> Result
) rethrows -> Result {
  try unsafe withUnsafeMutablePointer(to: &value) { try unsafe body(MutableAddress($0)) }
}

/// As ``Address``, of a value that may be changed there: the access to it is exclusive.
@safe @usableFromInline
struct MutableAddress<Value> {
  /// The same place, to be looked at only.
  @usableFromInline let reading: Address<Value>

  @inlinable @inline(__always)
  init(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe reading = Address(UnsafePointer(pointer))
  }

  @inlinable @inline(__always)
  var pointer: UnsafeMutablePointer<Value> { unsafe UnsafeMutablePointer(mutating: reading.pointer) }

  /// The value, where it is.
  @inlinable
  var value: Value {
    @inline(__always)
    unsafeAddress { unsafe reading.pointer }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// Where a stored property is. Its distance is that of a key path of which `MemoryLayout.offset(of:)` gave it.
  @inlinable @inline(__always)
  func property<Property>(_ type: Property.Type = Property.self, at distance: Int) -> MutableAddress<Property> {
    unsafe MutableAddress<Property>(UnsafeMutablePointer(mutating: reading.property(type, at: distance).pointer))
  }
}

/// Whether an optional is `nil`, without a copy of it: it may be bigger than the stack. What need not be copyable is looked at where
/// it is, while `pointee != nil` copies in debug builds.
private func isNil<Wrapped: ~Copyable>(_ optional: UnsafePointer<Wrapped?>) -> Bool {
  switch unsafe optional.pointee {
  case .none: true
  case .some: false
  }
}
