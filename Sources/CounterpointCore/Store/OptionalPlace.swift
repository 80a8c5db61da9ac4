/// The path to an optional part of a state.
struct OptionalPlace<Root, State> {
  private let keyPath: KeyPath<Root, State?>
  private let path: StatePath<Root, State?>?
  /// The path to the presentation, if the key path names its property.
  private let presentation: StatePath<Root, PresentationState<State>>?

  init(_ keyPath: KeyPath<Root, State?>) {
    self.keyPath = keyPath
    self.path = (keyPath as? WritableKeyPath).map { StatePath.of($0) }
    self.presentation = path?.offset == nil ? Self.presentation(keyPath) : nil
  }

  private static func presentation(_ keyPath: KeyPath<Root, State?>) -> StatePath<Root, PresentationState<State>>? {
    func find<Known: ObservableState>(in type: Known.Type) -> StatePath<Root, PresentationState<State>>? {
      guard let keyPath = keyPath as? PartialKeyPath<Known> else { return nil }
      return FieldTable<Known>.ofRoot().presentedPath(keyPath) as? StatePath<Root, PresentationState<State>>
    }
    return (Root.self as? any ObservableState.Type).flatMap { find(in: $0) }
  }

  /// Tracks the presence and the identity of the part.
  func track(in root: Address<Root>) {
    if let presentation { return presentation.track(in: root) }
    if let path, path.isField { return path.track(in: root) }
    // A read of a stored property is not recorded.
    if path?.address(in: root) != nil { return }
    readComputed(in: root) { _ in }
  }

  /// Watches the fields that contain the part.
  ///
  /// - Parameters:
  ///   - root: The state.
  ///   - watch: The watch.
  ///   - keep: Saves a removed part.
  ///   - keepPayload: Saves a part of a value that is removed from a field, where only the type identifies the part.
  func watch(
    in root: Address<Root>,
    _ watch: inout RemovalSubscription,
    keep: @escaping (Address<State>) -> Void,
    keepPayload: @escaping (Address<State>) -> Void
  ) {
    if let presentation {
      return presentation.watch(in: root, &watch) { presentation in
        presentation.value.withState { if let state = $0 { keep(state) } }
      }
    }
    if let path, path.isField {
      return path.watch(in: root, &watch) { if let state = $0.payload() { keep(state) } }
    }
    if path?.address(in: root) != nil { return }
    var element: ObservableStateID?
    let locations = recordingReads {
      readComputed(in: root) { element = $0.flatMap { IdentityTracker<State>.cached?.id(of: $0) } }
    }
    for location in locations {
      watch.add(location) { value in
        if let state: State = removedState(in: value) { withAddress(of: state, keepPayload) }
      }
    }
    guard let element else { return }
    watch.add(StateLocation(element: element)) { value in
      if let state: State = removedState(in: value) { withAddress(of: state, keep) }
    }
  }

  /// Calls a function with the address of the part, or of a copy if the part has no address; with `nil` if it is
  /// absent.
  func read<Result>(in root: Address<Root>, _ body: (Address<State>?) throws -> Result) rethrows -> Result {
    if let address = path?.address(in: root) { return try body(address.payload()) }
    if let address = presentation?.address(in: root) { return try address.value.withState(body) }
    return try readComputed(in: root, body)
  }

  /// Reads the part through its properties, which record the read.
  ///
  /// A function of its own, because its stack frame has room for a copy of the part.
  @inline(never)
  private func readComputed<Result>(
    in root: Address<Root>,
    _ body: (Address<State>?) throws -> Result
  ) rethrows -> Result {
    try root.lend { try withAddress(of: $0[keyPath: keyPath]) { try body($0.payload()) } }
  }
}
