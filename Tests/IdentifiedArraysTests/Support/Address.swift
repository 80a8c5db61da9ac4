import IdentifiedArrays

extension IdentifiedArray {
  /// Where the elements are in memory: an address that changes when they are copied.
  var address: UInt {
    unsafe withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0
  }
}
