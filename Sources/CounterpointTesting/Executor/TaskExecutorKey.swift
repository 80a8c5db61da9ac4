/// A hashable key for an unowned task executor, which itself can only be compared.
struct TaskExecutorKey: Hashable, Sendable {
  private let identity: UInt

  /// - Parameter executor: The executor. It may be deallocated already, because it is neither used nor retained.
  init(_ executor: UnownedTaskExecutor) {
    // The type is frozen: its first word is the address of the executor, by which `==` compares.
    identity = unsafe withUnsafeBytes(of: executor) { unsafe $0.load(as: UInt.self) }
  }
}
