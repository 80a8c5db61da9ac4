@_spi(Internals) import CounterpointSupport
import DequeModule

/// Lets a number of operations of each address run at once. Others of the address wait for their turn, in their order.
///
/// The memory is bounded by the operations that run and wait. Can be used from any thread.
final class AddressGate: Sendable {
  private struct Line: Sendable {
    var running = 0
    var waiting: Deque<CheckedContinuation<Void, Never>> = []
  }

  private let lines = Locked<[AddressKey: Line]>([:])
  private let limit: Int

  /// Creates a gate.
  ///
  /// - Parameter limit: The maximum number of operations of one address that run at once; at least 1.
  init(limit: Int) {
    self.limit = limit
  }

  /// The number of addresses with operations that run or wait.
  var count: Int { lines.withLock(\.count) }

  /// Waits until an operation of an address may run. Call ``leave(_:)`` at its end. Not ended by cancellation.
  func enter(_ address: AddressKey) async {
    await withCheckedContinuation { continuation in
      let isFree = lines.withLock { lines in
        let isFree = lines[address, default: Line()].running < limit
        if isFree {
          lines[address, default: Line()].running += 1
        } else {
          lines[address, default: Line()].waiting.append(continuation)
        }
        return isFree
      }
      if isFree { continuation.resume() }
    }
  }

  /// Ends an operation, and starts the next one of the address.
  func leave(_ address: AddressKey) {
    let next = lines.withLock { lines -> CheckedContinuation<Void, Never>? in
      if let next = lines[address]?.waiting.popFirst() { return next }
      lines[address]?.running -= 1
      if lines[address]?.running == 0 { lines[address] = nil }
      return nil
    }
    next?.resume()
  }
}
