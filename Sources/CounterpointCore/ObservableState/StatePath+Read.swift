extension StatePath {
  /// Reads the value where it is: it may be too big to copy.
  ///
  /// - Parameters:
  ///   - root: The state that holds it.
  ///   - read: Reads the value; must not touch the root.
  func read<Result>(_ root: inout Root, _ read: (UnsafePointer<Value>) -> Result) -> Result {
    unsafe withUnsafePointer(to: &root) { root in
      if let address = unsafe address(in: root) { return unsafe read(address) }
      return unsafe readComputed(root, read)
    }
  }

  /// On its own, because it has room on the stack for a copy of the value.
  @inline(never)
  private func readComputed<Result>(_ root: UnsafePointer<Root>, _ read: (UnsafePointer<Value>) -> Result) -> Result {
    unsafe withUnsafePointer(to: root.pointee[keyPath: keyPath], read)
  }
}
