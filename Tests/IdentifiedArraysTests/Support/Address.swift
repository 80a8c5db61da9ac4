import IdentifiedArrays

extension IdentifiedArray {
  /// The address of the elements, which changes when they are copied.
  var address: UInt {
    unsafe withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0
  }
}
