#if DEBUG

import Foundation
import IssueReporting
import Locks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// In which order values are changed inside one another, in debug builds: two threads that do it in both orders wait for each
/// other for ever, some day.
final class LockOrder: Sendable {
  static let shared = LockOrder()

  /// A value that is being changed.
  private struct Held {
    /// Lives as long as it is being changed.
    unowned let root: any Root
    let location: SourceLocation

    var id: ObjectIdentifier { ObjectIdentifier(root) }
  }

  /// The values that a thread is changing, the outermost first.
  private final class Stack {
    var held: [Held] = []
  }

  private struct Pair: Hashable {
    let outer: ObjectIdentifier
    let inner: ObjectIdentifier
  }

  private struct Contents: Sendable {
    var orders: [Pair: SourceLocation] = [:]
    var reported: Set<Pair> = []
  }

  private let contents = Locked(Contents())

  /// Where each thread has its stack. A variable of the thread, because each change of any value looks there.
  private let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { stack in
      #if canImport(Darwin)
      unsafe Unmanaged<Stack>.fromOpaque(stack).release()
      #else
      if let stack = unsafe stack { unsafe Unmanaged<Stack>.fromOpaque(stack).release() }
      #endif
    }
    return key
  }()

  private var stack: Stack {
    if let stack = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<Stack>.fromOpaque(stack).takeUnretainedValue()
    }
    let stack = Stack()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  /// Notes that this thread is about to change a value.
  func begin(_ root: any Root, at location: SourceLocation) {
    let stack = stack
    let outer = stack.held.count
    stack.held.append(Held(root: root, location: location))
    if outer > 0 { compare(ObjectIdentifier(root), root.name, with: stack.held[..<outer], at: location) }
  }

  private func compare(
    _ root: ObjectIdentifier,
    _ name: @autoclosure () -> String,
    with outer: ArraySlice<Held>,
    at location: SourceLocation
  ) {
    for held in outer where held.id != root {
      let pair = Pair(outer: held.id, inner: root), reversed = Pair(outer: root, inner: held.id)
      let other = contents.withLock { contents -> SourceLocation? in
        if contents.orders[pair] == nil { contents.orders[pair] = location }
        guard let other = contents.orders[reversed], contents.reported.insert(pair).inserted else { return nil }
        contents.reported.insert(reversed)
        return other
      }
      guard let other else { continue }
      reportIssue(
        """
        \(name()) is changed here inside a change of \(held.root.name) (\(held.location.fileID):\(held.location.line)), \
        and elsewhere the other way round (\(other.fileID):\(other.line)). Two threads that do so at once wait for each other \
        for ever.

        Change both in one order, or with 'withLocks'.
        """,
        at: location
      )
    }
  }

  /// Notes that this thread has made its innermost change.
  func end() {
    stack.held.removeLast()
  }

  /// Forgets a value that ends: its identity may become another's.
  func forget(_ root: ObjectIdentifier) {
    contents.withLock { contents in
      guard !contents.orders.isEmpty else { return }
      contents.orders = contents.orders.filter { $0.key.outer != root && $0.key.inner != root }
      contents.reported = contents.reported.filter { $0.outer != root && $0.inner != root }
    }
  }
}

#endif
