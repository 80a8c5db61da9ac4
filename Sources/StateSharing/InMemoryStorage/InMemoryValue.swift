@_spi(Internals) import CounterpointSupport

/// A named value in memory. It outlives the references that use it.
///
/// Usually one reference uses it. If several dependency scopes share a storage, each has its own reference, which
/// receives the changes of the others. Safe to use from any thread.
final class InMemoryValue<Value>: @unchecked Sendable {
  // @unchecked because all of it is accessed only under `lock`; the values are those of keys, which are Sendable.
  private let lock = ExclusiveLock()
  private let cell = OptionalCell<Value>()
  /// The number of changes so far.
  @safe @exclusivity(unchecked) private var version: UInt64 = 0
  private var lastBinding = 0
  /// The subscribers, by the number of their binding.
  private var followers: [Int: SharedSubscriber<Value>] = [:]
  /// Whether several references use the value. Cached, because in generic code a dictionary lookup costs more than the
  /// rest of a change.
  @safe @exclusivity(unchecked) private var isSharedByBindings = false

  /// Returns the value, after storing `initial` if there was none.
  func value(storing initial: Value?) -> Value? {
    lock.lock()
    defer { lock.unlock() }
    if cell.isFilled { return cell.value }
    if let initial { cell.fill(initial) }
    return initial
  }

  /// Stores a value without a reference, and notifies all references.
  func store(_ value: Value) {
    let binding = InMemoryBinding(namedValue: self, number: 0)
    if binding.store(value).isFollowed { binding.notifyOthers() }
  }

  /// Returns a new binding for a reference.
  func makeBinding() -> InMemoryBinding<Value> {
    lock.lock()
    defer { lock.unlock() }
    lastBinding += 1
    return InMemoryBinding(namedValue: self, number: lastBinding)
  }

  fileprivate func store(_ value: Value, from binding: Int) -> (replaced: Value, version: UInt64, isFollowed: Bool) {
    lock.lock()
    defer { lock.unlock() }
    version += 1
    let replaced = cell.isFilled ? cell.take() : value
    cell.fill(value)
    return (replaced, version, isSharedByBindings || binding == 0)
  }

  fileprivate func notifyAll(but binding: Int) {
    lock.lock()
    let value = cell.value
    let version = SharedVersion(version)
    let others = followers.filter { $0.key != binding }.values
    lock.unlock()
    for other in others { other.yield(value, version: version) }
  }

  fileprivate func follow(_ subscriber: SharedSubscriber<Value>?, at binding: Int) {
    lock.lock()
    let old = followers[binding]
    followers[binding] = subscriber
    isSharedByBindings = followers.count > 1
    lock.unlock()
    withExtendedLifetime(old) {}
  }
}

/// A named value of unknown type that can be copied.
protocol CopyableNamedValue: AnyObject, Sendable {
  func copy() -> any AnyObject & Sendable
}

extension InMemoryValue: CopyableNamedValue {
  /// Returns a value without references.
  func copy() -> any AnyObject & Sendable {
    let copy = InMemoryValue()
    lock.lock()
    defer { lock.unlock() }
    if cell.isFilled { copy.cell.fill(cell.value) }
    return copy
  }
}

/// One reference's access to a named value. Its own changes are not sent back to it.
struct InMemoryBinding<Value>: Sendable {
  fileprivate let namedValue: InMemoryValue<Value>
  fileprivate let number: Int

  /// Stores a value. Call ``notifyOthers()`` afterwards, without a lock.
  ///
  /// - Parameter value: The value.
  /// - Returns: The replaced value, to be released outside of locks (or the value itself), the new version, and
  ///   whether other references have to be notified.
  func store(_ value: Value) -> (replaced: Value, version: UInt64, isFollowed: Bool) {
    namedValue.store(value, from: number)
  }

  /// Sends the current value to the other references.
  func notifyOthers() {
    namedValue.notifyAll(but: number)
  }

  /// Subscribes a reference to the values that other references store.
  func follow(_ subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    namedValue.follow(subscriber, at: number)
    return SharedSubscription { [namedValue, number] in namedValue.follow(nil, at: number) }
  }
}
