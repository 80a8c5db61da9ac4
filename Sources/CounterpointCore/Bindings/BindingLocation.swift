import Observation

/// The location of a binding's value: how to read it, and how to write it.
///
/// Abstract; each kind of location is a subclass.
class BindingLocation<Value> {
  /// The value, tracked.
  var value: Value {
    preconditionFailure("BindingLocation is abstract; \(type(of: self)) must override value.")
  }

  /// Writes the value, or does whatever writing means here.
  func set(_ value: Value) {
    preconditionFailure("BindingLocation is abstract; \(type(of: self)) must override set(_:).")
  }

  /// Called when the original target of the location is known to be removed. From now on it refers to its successor.
  func forget() {}

  /// Equal for two locations that lead to the same.
  var identity: AnyHashable { AnyHashable(ObjectIdentifier(self)) }

  /// A property of the value.
  func member<Member>(_ keyPath: WritableKeyPath<Value, Member>) -> BindingLocation<Member> {
    MemberValue(self, keyPath)
  }

  /// A property of the value that can be sent as part of an action.
  func sendableMember<Member: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> BindingLocation<Member> {
    member(keyPath)
  }
}

/// The identity of a location: its start and its path.
struct BindingIdentity: Hashable {
  let base: AnyHashable
  let way: AnyHashable
}

/// A value that never changes.
final class ConstantValue<Value>: BindingLocation<Value> {
  private let constant: Value

  init(_ constant: Value) {
    self.constant = constant
  }

  override var value: Value { constant }

  override func set(_ value: Value) {}
}

/// A value that only bindings know.
final class OwnValue<Value>: BindingLocation<Value>, Observable {
  private let registrar = ObservationRegistrar()
  private var current: Value

  init(_ value: Value) {
    current = value
  }

  override var value: Value {
    registrar.access(self, keyPath: \.value)
    return current
  }

  override func set(_ value: Value) {
    let isChange = !isEqual(current, value)
    current = value
    guard isChange else { return }
    // Both after the change, because observers read the new value.
    registrar.willSet(self, keyPath: \.value)
    registrar.didSet(self, keyPath: \.value)
  }
}

/// Whether two values are known to be equal.
private func isEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  func isEqual<Known: Equatable>(_ lhs: Known) -> Bool { lhs == rhs as? Known }
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
    // An object is the same one after the change: there is nothing to write back.
    if !(keyPath is ReferenceWritableKeyPath<Base, Value>) { base.set(root) }
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: keyPath)) }
}

/// A property of an object, which is not kept alive: when it is gone, the value is the last one that was read.
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

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: objectID, way: keyPath)) }
}
