@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals
import DependencyInjection
import DequeModule
import Synchronization

/// Keeps the earlier values of all shared values of the program, for a store that can show an earlier state.
///
/// It has moments, which the store begins after each action. A value is kept when it changes for the first time after
/// a moment, so values that don't change cost nothing. Values of custom references are not kept. Without a history,
/// a change costs one atomic read more; with one, also a copy of the value before the change.
///
/// Safe to use from any thread.
package final class SharedValueHistory: Sendable {
  /// A value before a change.
  fileprivate struct Entry: @unchecked Sendable {
    // @unchecked because of the value: see `Transfer`.
    /// The changed root or wrapper. Weak, so that a history changes no lifetime: the stores that can show the value
    /// retain it.
    weak let owner: AnyObject?
    let value: Any
  }

  fileprivate typealias Entries = [ObjectIdentifier: Entry]

  fileprivate struct Moment {
    let number: Int
    /// The values at the moment, of those that have changed before the next moment.
    var values: Entries = [:]
  }

  private struct Moments {
    /// In the order of their numbers.
    var all: Deque<Moment> = []
    /// The pasts in use: later changes are kept for them too.
    var pasts: [WeakPast] = []
  }

  private struct WeakPast {
    weak var past: SharedPast?
  }

  private struct WeakHistory {
    weak var history: SharedValueHistory?
  }

  private static let histories = Locked<[ObjectIdentifier: WeakHistory]>([:])
  private static let count = Atomic<Int>(0)

  private let moments = Locked(Moments())
  /// Changes that other tests make are not kept: they have other values.
  private let test = runningTest

  /// Creates a history without moments.
  package init() {
    SharedTracking.count.add(1, ordering: .relaxed)
    Self.count.add(1, ordering: .relaxed)
    Self.histories.withLock { $0[ObjectIdentifier(self)] = WeakHistory(history: self) }
  }

  deinit {
    SharedTracking.count.subtract(1, ordering: .relaxed)
    Self.count.subtract(1, ordering: .relaxed)
    _ = Self.histories.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// The histories to which a change has to be added. To be read before a lock is taken, and released after it.
  static var current: [SharedValueHistory] {
    guard count.load(ordering: .relaxed) > 0 else { return [] }
    let all = histories.withLock { Array($0.values) }.compactMap(\.history)
    guard let test = runningTest else { return all }
    return all.filter { $0.test == nil || $0.test == test }
  }

  // MARK: Moments

  /// Begins a moment: later changes belong to it.
  ///
  /// - Parameter number: Its number, greater than that of the last moment.
  package func beginMoment(_ number: Int) {
    moments.withLock { $0.all.append(Moment(number: number)) }
  }

  /// Forgets the oldest moment.
  package func forgetFirstMoment() {
    // Released after the lock, because that may run arbitrary code.
    _ = moments.withLock { $0.all.popFirst() }
  }

  /// Forgets all moments after one, which becomes the current one. The values of earlier moments stay known.
  package func forgetMoments(after number: Int) {
    let forgotten = moments.withLock { moments -> [Moment] in
      guard let index = moments.all.lastIndex(where: { $0.number == number }) else { return [] }
      let values = moments.all.values(from: index)
      let forgotten = Array(moments.all[index...])
      moments.all.removeLast(moments.all.count - index)
      moments.all.append(Moment(number: number, values: values))
      return forgotten
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Returns the values at a moment; `nil` if there is no such moment.
  package func past(at number: Int) -> SharedPast? {
    moments.withLock { moments in
      guard let index = moments.all.lastIndex(where: { $0.number == number }) else { return nil }
      let past = SharedPast(moments.all.values(from: index))
      moments.pasts.removeAll { $0.past == nil }
      moments.pasts.append(WeakPast(past: past))
      return past
    }
  }

  // MARK: Changes

  /// Keeps the value before a change if it is the first change after the current moment. To be called before other
  /// threads can read the new value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - owner: The root or the wrapper's storage.
  func keep(_ value: Any, of owner: AnyObject) {
    let entry = Entry(owner: owner, value: value)
    let pasts = moments.withLock { moments -> [WeakPast] in
      guard !moments.all.isEmpty else { return [] }
      moments.all[moments.all.count - 1].values.keep(entry, of: owner)
      return moments.pasts
    }
    for past in pasts { past.past?.keep(entry, of: owner) }
  }
}

extension Deque<SharedValueHistory.Moment> {
  /// The values at the moment with an index.
  fileprivate func values(from index: Int) -> SharedValueHistory.Entries {
    self[index...].reduce(into: [:]) { values, moment in
      values.merge(moment.values) { first, _ in first }
    }
  }
}

extension SharedValueHistory.Entries {
  fileprivate mutating func keep(_ entry: SharedValueHistory.Entry, of owner: AnyObject) {
    // Another object may have had the address.
    if self[ObjectIdentifier(owner)]?.owner == nil { self[ObjectIdentifier(owner)] = entry }
  }
}

/// The shared values of the program at an earlier moment.
package final class SharedPast: Sendable {
  private let values: Locked<SharedValueHistory.Entries>

  fileprivate init(_ values: SharedValueHistory.Entries) {
    self.values = Locked(values)
  }

  /// The past that wrappers show to the code on this thread; `nil` for the present. Reducers and effects always see the
  /// present.
  static var current: SharedPast? {
    guard !counterpoint_postpones_notifications() else { return nil }
    // Safe because `show` keeps the past while its address is there.
    return unsafe UnsafeRawPointer(bitPattern: counterpoint_get_shared_past()).map {
      unsafe Unmanaged<SharedPast>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs a function on this thread that reads the values of the past.
  package func show<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = unsafe counterpoint_exchange_shared_past(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    defer {
      _ = counterpoint_exchange_shared_past(outer)
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  /// Returns what was kept of a root or of a wrapper's storage; `nil` if it has not changed since.
  ///
  /// To be called after the current value was read, so that no change is missed.
  func value(of owner: AnyObject) -> Any? {
    guard let entry = values.withLock({ $0[ObjectIdentifier(owner)] }), entry.owner === owner else { return nil }
    return entry.value
  }

  fileprivate func keep(_ entry: SharedValueHistory.Entry, of owner: AnyObject) {
    values.withLock { $0.keep(entry, of: owner) }
  }
}
