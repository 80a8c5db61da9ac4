/// Where a state keeps a part that may not be there.
struct OptionalPlace<Root, State> {
  private let keyPath: KeyPath<Root, State?>
  private let path: StatePath<Root, State?>?

  init(_ keyPath: KeyPath<Root, State?>) {
    self.keyPath = keyPath
    self.path = (keyPath as? WritableKeyPath).map { StatePath.of($0) }
  }

  /// Notes, for who tracks what is read, that it matters whether the part is there and which value it is.
  func track(in root: Address<Root>) {
    if let path, path.isField { return path.track(in: root) }
    // A stored property notes nothing.
    if path?.address(in: root) != nil { return }
    readComputed(in: root) { _ in }
  }

  /// Has replacements of the part noted from now on, although nobody tracks them.
  func watch(in root: Address<Root>) {
    if let path, path.isField { return path.watch(in: root) }
    if path?.address(in: root) != nil { return }
    watchingReads { readComputed(in: root) { _ in } }
  }

  /// Whether the part has been replaced since the store was last settled.
  func isReplaced(in root: Address<Root>, _ changes: StateChanges) -> Bool {
    path?.isReplaced(in: root, changes) ?? false
  }

  /// Calls a function with the part where it is, or with a copy where it has no place of its own; with `nil` where there is
  /// none.
  func read<Result>(in root: Address<Root>, _ body: (Address<State>?) throws -> Result) rethrows -> Result {
    if let address = path?.address(in: root) { return try body(address.payload()) }
    return try readComputed(in: root, body)
  }

  /// Reads the part through its properties, which note that they are read.
  ///
  /// On its own, because it has room on the stack for a copy of the part.
  @inline(never)
  private func readComputed<Result>(
    in root: Address<Root>,
    _ body: (Address<State>?) throws -> Result
  ) rethrows -> Result {
    try withAddress(of: root.value[keyPath: keyPath]) { try body($0.payload()) }
  }
}
