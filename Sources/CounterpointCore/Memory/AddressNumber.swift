/// The address of a variable as a number, to be compared with others.
@inline(__always)
func addressNumber<Value>(of value: inout Value) -> UInt {
  unsafe withUnsafeMutablePointer(to: &value) { UInt(bitPattern: $0) }
}
