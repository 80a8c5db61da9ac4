import CounterpointSupport
import CaseKeyPaths

/// A property of a value that may not be there.
final class OptionalMember<Wrapped, Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Wrapped?>
  private let keyPath: WritableKeyPath<Wrapped, Value>

  init(_ base: BindingLocation<Wrapped?>, _ keyPath: WritableKeyPath<Wrapped, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value? { base.value?[keyPath: keyPath] }

  override func set(_ value: Value?) {
    guard var wrapped = withoutTracking({ base.value }) else { return }
    guard let value else { return base.set(nil) }
    wrapped[keyPath: keyPath] = value
    base.set(wrapped)
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: keyPath)) }
}

/// An optional property of a value that may not be there.
final class OptionalMemberOfOptional<Wrapped, Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Wrapped?>
  private let keyPath: WritableKeyPath<Wrapped, Value?>

  init(_ base: BindingLocation<Wrapped?>, _ keyPath: WritableKeyPath<Wrapped, Value?>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value? { base.value?[keyPath: keyPath] }

  override func set(_ value: Value?) {
    guard var wrapped = withoutTracking({ base.value }) else { return }
    wrapped[keyPath: keyPath] = value
    base.set(wrapped)
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: keyPath)) }
}

/// The value of an optional that was there when the location was made.
final class UnwrappedValue<Value>: BindingLocation<Value> {
  private let base: BindingLocation<Value?>
  private var last: Value

  init?(_ base: BindingLocation<Value?>) {
    guard let current = withoutTracking({ base.value }) else { return nil }
    self.base = base
    self.last = current
  }

  override var value: Value {
    if let current = base.value { last = current }
    return last
  }

  override func set(_ value: Value) {
    guard withoutTracking({ base.value }) != nil else { return }
    base.set(value)
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: "!")) }
}

/// A value as an optional that is always there.
final class WrappedValue<Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Value>

  init(_ base: BindingLocation<Value>) {
    self.base = base
  }

  override var value: Value? { base.value }

  override func set(_ value: Value?) {
    if let value { base.set(value) }
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: "?")) }
}

/// Whether an optional is there.
final class Presence<Value>: BindingLocation<Bool> {
  private let base: BindingLocation<Value?>
  private let place: SourceLocation

  init(_ base: BindingLocation<Value?>, at place: SourceLocation) {
    self.base = base
    self.place = place
  }

  override var value: Bool { base.value != nil }

  override func set(_ value: Bool) {
    guard value else { return base.set(nil) }
    guard withoutTracking({ base.value }) == nil else { return }
    reportIssue(
      """
      'true' was written to a binding that tells whether there is a value of '\(Value.self)', and there is none. 'true' does \
      not say which value it should be, so nothing was changed.

      Write 'false' to such a binding only, and set the value itself to present something: send the action with which the \
      feature does that.
      """,
      at: place
    )
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: "is present")) }
}

/// The payload of a case that the value was in when the location was made.
final class CasePayload<Base, Value>: BindingLocation<Value> {
  private let base: BindingLocation<Base>
  private let path: AnyCasePath<Base, Value>
  private let way: AnyKeyPath
  private var last: Value

  init?(_ base: BindingLocation<Base>, _ path: AnyCasePath<Base, Value>, _ way: AnyKeyPath) {
    guard let current = path.extract(from: withoutTracking { base.value }) else { return nil }
    self.base = base
    self.path = path
    self.way = way
    self.last = current
  }

  override var value: Value {
    if let current = path.extract(from: base.value) { last = current }
    return last
  }

  override func set(_ value: Value) {
    guard path.extract(from: withoutTracking { base.value }) != nil else { return }
    base.set(path.embed(value))
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: way)) }
}

/// The payload of a case of an enum that may not be there.
final class OptionalCasePayload<Wrapped, Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Wrapped?>
  private let path: AnyCasePath<Wrapped, Value>
  private let way: AnyKeyPath

  init(_ base: BindingLocation<Wrapped?>, _ path: AnyCasePath<Wrapped, Value>, _ way: AnyKeyPath) {
    self.base = base
    self.path = path
    self.way = way
  }

  override var value: Value? { base.value.flatMap(path.extract) }

  override func set(_ value: Value?) {
    guard withoutTracking({ base.value }).flatMap(path.extract) != nil else { return }
    base.set(value.map(path.embed))
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: way)) }
}
