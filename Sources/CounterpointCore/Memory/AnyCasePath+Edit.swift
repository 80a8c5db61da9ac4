import CaseKeyPaths

extension AnyCasePath {
  /// Edits the payload of an enum in place: the enum is empty meanwhile, so no storage is shared and copied.
  ///
  /// A big payload is moved to the heap instead of the stack, which would hold one per level of a feature tree.
  ///
  /// - Returns: The result of `edit`; `nil` if the enum is in another case.
  func edit<Result>(_ root: inout Root, _ edit: (inout Value) -> Result) -> Result? {
    unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      guard let payload = buffer.baseAddress, unsafe moveOut(of: &root, to: payload) else { return nil }
      let result = unsafe edit(&payload.pointee)
      unsafe moveIn(&root, from: payload)
      return result
    }
  }

  /// Moves the payload out of an enum, which has no value until ``moveIn(_:from:)``.
  ///
  /// - Returns: Whether the enum was in the case; if not, it still has its value.
  // Not inlined, because its stack frame has room for a payload only until it returns.
  @inline(never)
  private func moveOut(of root: inout Root, to payload: UnsafeMutablePointer<Value>) -> Bool {
    guard let value = extract(from: root) else { return false }
    unsafe payload.initialize(to: value)
    // Safe because this access to the enum is exclusive until it has a value again.
    unsafe withUnsafeMutablePointer(to: &root) { _ = unsafe $0.deinitialize(count: 1) }
    return true
  }

  // Not inlined, for the same reason.
  @inline(never)
  private func moveIn(_ root: inout Root, from payload: UnsafeMutablePointer<Value>) {
    let value = unsafe payload.move()
    unsafe withUnsafeMutablePointer(to: &root) { unsafe $0.initialize(to: embed(value)) }
  }
}
