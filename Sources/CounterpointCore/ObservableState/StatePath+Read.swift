extension StatePath {
  /// Reads the value where it is: it may be too big to copy.
  ///
  /// - Parameters:
  ///   - root: The state that holds it.
  ///   - read: Reads the value; must not touch the root.
  func read<Result>(_ root: inout Root, _ read: (Address<Value>) -> Result) -> Result {
    withAddress(of: &root) { root in
      if let address = address(in: root.reading) { return read(address) }
      return readComputed(root.reading, read)
    }
  }

  /// On its own, because it has room on the stack for a copy of the value.
  @inline(never)
  private func readComputed<Result>(_ root: Address<Root>, _ read: (Address<Value>) -> Result) -> Result {
    root.lend { withAddress(of: $0[keyPath: keyPath], read) }
  }
}
