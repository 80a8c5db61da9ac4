/// Tells task executors apart in a table: by itself, an executor that nobody owns can only be compared.
struct TaskExecutorKey: Hashable, Sendable {
  private let identity: UInt

  /// - Parameter executor: It may be gone already: it is not used, and not kept.
  init(_ executor: UnownedTaskExecutor) {
    // The type is frozen: the address of the executor comes first, and two are equal if that is.
    identity = unsafe withUnsafeBytes(of: executor) { unsafe $0.load(as: UInt.self) }
  }
}
