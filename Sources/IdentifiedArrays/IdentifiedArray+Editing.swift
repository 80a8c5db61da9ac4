extension IdentifiedArray {
  /// Notes that an element has been replaced in place by another one with the same id, so that the array is not taken for
  /// unchanged.
  package mutating func noteReplacement() {
    currentMembership.change()
  }
}
