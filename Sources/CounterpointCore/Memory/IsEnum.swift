/// Whether a type is an enum, and no optional.
///
/// Not by a mirror of a value: that takes a copy of it on the stack, for which it may be too big.
func isEnum(_ type: Any.Type) -> Bool {
  // The value of a metatype is the address of the type's metadata. Its first word is the kind of the type, which is
  // part of the ABI. `IsEnumTests` compares the result with mirrors.
  let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  return unsafe metadata.pointee == 0x201
}
