import IdentifiedArrays
import OrderedCollections

// All code of this module that is unsafe about memory is in this folder, and no other code names a pointer
// (`Scripts/check-unsafe`). Other folders contain variables without checks of exclusive access; `RootCore` explains
// why that is sound.

/// The address of a value, for reading it without a copy, because states may be bigger than the stack.
///
/// The compiler does not check that the value still exists. The invariant: **an address is used only by a function
/// that receives it, during its call; the address of a core's state also by the core, by the cores below it, which
/// retain it, and by readers between `beginRead` and `endRead`.** So an address is stored only in cores.
@safe @usableFromInline
struct Address<Value> {
  @usableFromInline let pointer: UnsafePointer<Value>

  @inlinable @inline(__always)
  init(_ pointer: UnsafePointer<Value>) {
    unsafe self.pointer = unsafe pointer
  }

  /// The value, without a copy.
  @inlinable
  var value: Value {
    @inline(__always)
    unsafeAddress { unsafe pointer }
  }

  /// The address as a number, for comparisons.
  var number: UInt { unsafe UInt(bitPattern: pointer) }

  /// Calls a function with the value in place.
  ///
  /// A debug build copies `value` before it passes it to a function or reads it through a key path. The copy has room
  /// on the stack for the whole state.
  @inlinable @inline(__always)
  func lend<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
    try unsafe lendPointee(of: pointer, body)
  }

  /// Returns the address of a stored property, whose offset comes from `MemoryLayout.offset(of:)`.
  @inlinable @inline(__always)
  func property<Property>(_ type: Property.Type = Property.self, at distance: Int) -> Address<Property> {
    unsafe Address<Property>(UnsafeRawPointer(pointer).advanced(by: distance).assumingMemoryBound(to: type))
  }

  /// Returns the address of an optional's payload; `nil` if there is none.
  ///
  /// An optional stores its payload at its own address; its tag is in spare bits of the payload or behind it.
  /// `AddressTests` reads optionals of every layout this way.
  func payload<Wrapped>() -> Address<Wrapped>? where Value == Wrapped? {
    guard unsafe !isNil(pointer) else { return nil }
    return property(Wrapped.self, at: 0)
  }

  /// Returns the same address with the value's dynamic type, which a cast has determined.
  func known<Known>(as type: Known.Type) -> Address<Known> {
    precondition(Value.self == type, "\(Value.self) is not \(type).")
    return property(type, at: 0)
  }
}

/// Calls a function with a value in place. The value need not be copyable, so no build copies it.
@inlinable @inline(__always)
func lendPointee<Value: ~Copyable, Result>(
  of pointer: UnsafePointer<Value>,
  _ body: (borrowing Value) throws -> Result
) rethrows -> Result {
  try unsafe body(pointer.pointee)
}

/// Calls a function with the address of a value, which can't change during the call.
func withAddress<Value, Result>(of value: Value, _ body: (Address<Value>) throws -> Result) rethrows -> Result {
  try unsafe withUnsafePointer(to: value) { try unsafe body(Address($0)) }
}

/// Calls a function with the address of a variable, to which it has exclusive access.
@inlinable @inline(__always)
func withAddress<Value, Result>(
  of value: inout Value,
  _ body: (MutableAddress<Value>) throws -> Result
) rethrows -> Result {
  try unsafe withUnsafeMutablePointer(to: &value) { try unsafe body(MutableAddress($0)) }
}

/// The address of a value that may be mutated, because the access to it is exclusive.
@safe @usableFromInline
struct MutableAddress<Value> {
  /// The same address, for reading.
  @usableFromInline let reading: Address<Value>

  @inlinable @inline(__always)
  init(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe reading = Address(UnsafePointer(pointer))
  }

  @inlinable @inline(__always)
  var pointer: UnsafeMutablePointer<Value> { unsafe UnsafeMutablePointer(mutating: reading.pointer) }

  /// The value, without a copy.
  @inlinable
  var value: Value {
    @inline(__always)
    unsafeAddress { unsafe reading.pointer }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// Returns the address of a stored property, whose offset comes from `MemoryLayout.offset(of:)`.
  @inlinable @inline(__always)
  func property<Property>(_ type: Property.Type = Property.self, at distance: Int) -> MutableAddress<Property> {
    unsafe MutableAddress<Property>(UnsafeMutablePointer(mutating: reading.property(type, at: distance).pointer))
  }
}

/// Returns whether an optional is `nil`, without a copy, because it may be bigger than the stack. A noncopyable
/// parameter is inspected in place, while `pointee != nil` copies in debug builds.
private func isNil<Wrapped: ~Copyable>(_ optional: UnsafePointer<Wrapped?>) -> Bool {
  switch unsafe optional.pointee {
  case .none: true
  case .some: false
  }
}

/// Returns the address of a variable as a number, for comparisons.
@inline(__always)
func addressNumber<Value>(of value: inout Value) -> UInt {
  unsafe withUnsafeMutablePointer(to: &value) { UInt(bitPattern: $0) }
}

extension IdentifiedArray {
  /// Calls a function with the address of an element; with `nil` if there is none. O(1).
  func withElement<Result>(id: ID, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    try unsafe withElement(id: id) { (element: UnsafePointer<Element>?) in
      // Without `map`, which looks up the types of what it converts.
      guard let element = unsafe element else { return try body(nil) }
      return try unsafe body(Address(element))
    }
  }
}

extension IdentifiedArray {
  /// Returns whether both share the storage of their elements. O(1).
  func sharesStorage(with other: Self) -> Bool {
    unsafe elements.withUnsafeBufferPointer { elements in
      unsafe other.elements.withUnsafeBufferPointer { unsafe elements.baseAddress == $0.baseAddress }
    }
  }
}

extension OrderedDictionary.Values {
  /// Returns whether both share the storage of their values. O(1).
  func sharesStorage(with other: Self) -> Bool {
    unsafe withUnsafeBufferPointer { values in
      unsafe other.withUnsafeBufferPointer { unsafe values.baseAddress == $0.baseAddress }
    }
  }

  /// Calls a function with the address of a value. O(1).
  func withElement<Result>(at index: Int, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBufferPointer { values in
      precondition(values.indices.contains(index))
      guard let first = values.baseAddress else { return try body(nil) }
      return try unsafe body(Address(first + index))
    }
  }
}
