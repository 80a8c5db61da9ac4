/// The location of a binding's value, with the operations to read and to write it.
///
/// Abstract; each kind of location is a subclass. Not `Sendable`: it lives on the actor of its binding.
class BindingLocation<Value> {
  /// The value. Reading it is tracked.
  var value: Value {
    preconditionFailure("BindingLocation is abstract; \(type(of: self)) must override value.")
  }

  /// Writes the value, or requests the write by sending an action.
  func set(_ value: Value) {
    preconditionFailure("BindingLocation is abstract; \(type(of: self)) must override set(_:).")
  }

  /// Called when the target of the location was removed. From now on the location refers to the next target.
  func forgetTarget() {}

  /// The identity of the target. Equal for two locations with the same target.
  var identity: AnyHashable { AnyHashable(ObjectIdentifier(self)) }

  /// Returns the location of a property of the value.
  func member<Member>(_ keyPath: WritableKeyPath<Value, Member>) -> BindingLocation<Member> {
    MemberValue(self, keyPath)
  }

  /// Returns the location of a property whose key path can be part of an action.
  func sendableMember<Member: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> BindingLocation<Member> {
    member(keyPath)
  }
}

/// The identity of a location: the identity of its base, and the path from there.
struct BindingIdentity: Hashable {
  let base: AnyHashable
  let path: AnyHashable
}

/// A constant. Writing it does nothing.
final class ConstantValue<Value>: BindingLocation<Value> {
  private let constant: Value

  init(_ constant: Value) {
    self.constant = constant
  }

  override var value: Value { constant }

  override func set(_ value: Value) {}
}

/// A value that is stored in the location itself.
final class StoredValue<Value>: BindingLocation<Value> {
  private let tracking = TrackedValue()
  private var current: Value

  init(_ value: Value) {
    current = value
  }

  override var value: Value {
    tracking.willRead()
    return current
  }

  override func set(_ value: Value) {
    let isChange = !isEqual(current, value)
    current = value
    if isChange { tracking.didChange() }
  }
}

/// Returns whether two values are `Equatable` and equal.
private func isEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  func isEqual<Comparable: Equatable>(_ lhs: Comparable) -> Bool { lhs == rhs as? Comparable }
  return (lhs as? any Equatable).map { isEqual($0) } ?? false
}

/// A property of another location's value.
final class MemberValue<Base, Value>: BindingLocation<Value> {
  private let base: BindingLocation<Base>
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: BindingLocation<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value { base.value[keyPath: keyPath] }

  override func set(_ value: Value) {
    var root = withoutTracking { base.value }
    root[keyPath: keyPath] = value
    // If the key path goes through an object, the write has changed the object, and the base stays the same.
    if !(keyPath is ReferenceWritableKeyPath<Base, Value>) { base.set(root) }
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}

/// A property of a weakly referenced object. After the object's release, the value is the last one that was read.
final class ObjectMember<Object: AnyObject, Value>: BindingLocation<Value> {
  private weak let object: Object?
  private let objectID: ObjectIdentifier
  private let keyPath: ReferenceWritableKeyPath<Object, Value>
  private var last: Value

  init(_ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>) {
    self.object = object
    self.objectID = ObjectIdentifier(object)
    self.keyPath = keyPath
    self.last = withoutTracking { object[keyPath: keyPath] }
  }

  override var value: Value {
    if let object { last = object[keyPath: keyPath] }
    return last
  }

  override func set(_ value: Value) {
    object?[keyPath: keyPath] = value
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: objectID, path: keyPath)) }
}
