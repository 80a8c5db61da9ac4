/// Where a state keeps a part that may not be there.
struct OptionalPlace<Root, State> {
  private let keyPath: KeyPath<Root, State?>
  private let path: StatePath<Root, State?>?

  init(_ keyPath: KeyPath<Root, State?>) {
    self.keyPath = keyPath
    self.path = (keyPath as? WritableKeyPath).map { StatePath.of($0) }
  }

  /// Notes, for who tracks what is read, that it matters whether the part is there and which value it is.
  func track(in root: UnsafePointer<Root>) {
    if let path, path.isField { return unsafe path.track(in: root) }
    // The properties on the way note that they are read.
    _ = unsafe root.pointee[keyPath: keyPath]
  }

  /// Calls a function with the part where it is, or with a copy where it has no place of its own; with `nil` where there is
  /// none.
  func read<Result>(in root: UnsafePointer<Root>, _ body: (UnsafePointer<State>?) throws -> Result) rethrows -> Result {
    if let address = unsafe path?.address(in: root) { return try unsafe body(address.payload()) }
    return try unsafe withUnsafePointer(to: root.pointee[keyPath: keyPath]) { try unsafe body($0.payload()) }
  }
}
