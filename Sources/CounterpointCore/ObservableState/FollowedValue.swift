import CounterpointThreadLocals

/// A value that is read through stores at one position of a state, from its first tracked read until it is replaced.
///
/// Reads through a store register only the field, with the registrar of this object. The registrar of the value itself
/// does not suffice, because copies of the value share it: the replacement of one copy is no change of the others.
///
/// Used on the store's actor only.
@usableFromInline
final class FollowedValue {
  /// The observers of the value's fields, by identity. The registry retains them.
  let observers: ObjectIdentifier
  /// Distinguishes the position of the value from those of its copies.
  let position: Int
  /// The fields whose changes replace the value, besides the root.
  let path: [StateLocation]

  // Unchecked exclusivity: each access ends before other code is called, and every read accesses these variables.

  /// Whether the value has not been replaced.
  @safe @exclusivity(unchecked) var isCurrent = true
  /// Whether the current read has registered a field.
  @safe @exclusivity(unchecked) var isFieldRead = false
  /// A bit for each field below 63 that was read.
  @safe @exclusivity(unchecked) private var readFields: UInt64 = 0
  private let registrar = SharedRegistrar()

  init(_ observers: FieldObservers, at position: Int, path: [StateLocation]) {
    self.observers = ObjectIdentifier(observers)
    self.position = position
    self.path = path
  }

  /// The value that is being read on this thread; `nil` if no followed value is.
  @inline(__always)
  static var current: Unretained<FollowedValue>? {
    // `OuterRead` retains the object during the read.
    Unretained(word: counterpoint_get_followed_value())
  }

  /// Returns whether the value's fields have these observers.
  @inline(__always)
  func isOf(_ observers: FieldObservers) -> Bool {
    self.observers == ObjectIdentifier(observers)
  }

  /// Tracks a read of a field.
  ///
  /// - Returns: Whether an observer may have tracked the read.
  func isTracked(_ field: Int) -> Bool {
    if let bit = Self.bit(of: field) {
      readFields |= bit
      isFieldRead = true
    }
    return registrar.access(field)
  }

  /// Tracks a read of the whole value.
  func access() {
    _ = registrar.access(ObservedSubject.replacement)
  }

  /// Notifies the observers of a changed field.
  func notify(_ field: Int) {
    guard Self.bit(of: field).map({ readFields & $0 != 0 }) ?? true else { return }
    registrar.notify(field)
  }

  /// Notifies all observers, because another value has replaced this one.
  func notifyReplacement() {
    for field in 0..<63 where readFields & 1 << UInt64(field) != 0 { registrar.notify(field) }
    registrar.notify(ObservedSubject.replacement)
  }

  /// The bit of a field that is notified of a replacement. A read of other fields registers the replacement, too.
  private static func bit(of field: Int) -> UInt64? {
    0..<63 ~= field ? 1 << UInt64(field) : nil
  }
}
