/// The location of a binding's value, with the operations to read and to write it.
///
/// Not `Sendable`: it lives on the actor of its binding.
protocol BindingLocation<Content>: AnyObject {
  associatedtype Content

  /// The value. Reading it is tracked.
  var value: Content { get }

  /// Writes the value, or requests the write by sending an action.
  func set(_ value: Content)

  /// Called when the target of the location was removed. From now on the location refers to the next target.
  func forgetTarget()

  /// The identity of the target. Equal for two locations with the same target.
  var identity: AnyHashable { get }

  /// Returns the location of a property whose key path can be part of an action.
  func sendableMember<Member: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Content, Member> & Sendable
  ) -> any BindingLocation<Member>
}

extension BindingLocation {
  func forgetTarget() {}

  var identity: AnyHashable { AnyHashable(ObjectIdentifier(self)) }

  func sendableMember<Member: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Content, Member> & Sendable
  ) -> any BindingLocation<Member> {
    member(keyPath)
  }

  /// Returns the location of a property of the value.
  func member<Member>(_ keyPath: WritableKeyPath<Content, Member>) -> any BindingLocation<Member> {
    MemberValue(self, keyPath)
  }
}

/// The identity of a location: the identity of its base, and the path from there.
struct BindingIdentity: Hashable {
  let base: AnyHashable
  let path: AnyHashable
}

/// A constant. Writing it does nothing.
final class ConstantValue<Value>: BindingLocation {
  private let constant: Value

  init(_ constant: Value) {
    self.constant = constant
  }

  var value: Value { constant }

  func set(_ value: Value) {}
}

/// A value that is stored in the location itself.
final class StoredValue<Value>: BindingLocation {
  private let tracking = TrackedValue()
  private var current: Value

  init(_ value: Value) {
    current = value
  }

  var value: Value {
    tracking.willRead()
    return current
  }

  func set(_ value: Value) {
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
final class MemberValue<Base, Value>: BindingLocation {
  private let base: any BindingLocation<Base>
  private let keyPath: WritableKeyPath<Base, Value>

  init(_ base: any BindingLocation<Base>, _ keyPath: WritableKeyPath<Base, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  var value: Value { base.value[keyPath: keyPath] }

  func set(_ value: Value) {
    var root = withoutTracking { base.value }
    root[keyPath: keyPath] = value
    // If the key path goes through an object, the write has changed the object, and the base stays the same.
    if !(keyPath is ReferenceWritableKeyPath<Base, Value>) { base.set(root) }
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}

/// A property of a weakly referenced object. After the object's release, the value is the last one that was read.
final class ObjectMember<Object: AnyObject, Value>: BindingLocation {
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

  var value: Value {
    if let object { last = object[keyPath: keyPath] }
    return last
  }

  func set(_ value: Value) {
    object?[keyPath: keyPath] = value
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: objectID, path: keyPath)) }
}
