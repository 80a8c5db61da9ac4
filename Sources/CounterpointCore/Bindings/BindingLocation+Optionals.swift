@_spi(Internals) import CounterpointSupport
import CaseKeyPaths

/// A property of an optional value.
final class OptionalMember<Wrapped, Value>: BindingLocation {
  private let base: any BindingLocation<Wrapped?>
  private let keyPath: WritableKeyPath<Wrapped, Value>

  init(_ base: any BindingLocation<Wrapped?>, _ keyPath: WritableKeyPath<Wrapped, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  var value: Value? { base.value?[keyPath: keyPath] }

  func set(_ value: Value?) {
    guard var wrapped = withoutTracking({ base.value }) else { return }
    guard let value else { return base.set(nil) }
    wrapped[keyPath: keyPath] = value
    base.set(wrapped)
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}

/// An optional property of an optional value.
final class OptionalMemberOfOptional<Wrapped, Value>: BindingLocation {
  private let base: any BindingLocation<Wrapped?>
  private let keyPath: WritableKeyPath<Wrapped, Value?>

  init(_ base: any BindingLocation<Wrapped?>, _ keyPath: WritableKeyPath<Wrapped, Value?>) {
    self.base = base
    self.keyPath = keyPath
  }

  var value: Value? { base.value?[keyPath: keyPath] }

  func set(_ value: Value?) {
    guard var wrapped = withoutTracking({ base.value }) else { return }
    wrapped[keyPath: keyPath] = value
    base.set(wrapped)
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}

/// The value of an optional that was present when the location was created.
final class UnwrappedValue<Value>: BindingLocation {
  private let base: any BindingLocation<Value?>
  private var last: Value

  init?(_ base: any BindingLocation<Value?>) {
    guard let current = withoutTracking({ base.value }) else { return nil }
    self.base = base
    self.last = current
  }

  var value: Value {
    if let current = base.value { last = current }
    return last
  }

  func set(_ value: Value) {
    guard withoutTracking({ base.value }) != nil else { return }
    base.set(value)
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: "!")) }
}

/// A value as an optional that is never `nil`.
final class WrappedValue<Value>: BindingLocation {
  private let base: any BindingLocation<Value>

  init(_ base: any BindingLocation<Value>) {
    self.base = base
  }

  var value: Value? { base.value }

  func set(_ value: Value?) {
    if let value { base.set(value) }
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: "?")) }
}

/// The presence of an optional value.
final class Presence<Value>: BindingLocation {
  private let base: any BindingLocation<Value?>
  private let location: SourceLocation

  init(_ base: any BindingLocation<Value?>, at location: SourceLocation) {
    self.base = base
    self.location = location
  }

  var value: Bool { base.value != nil }

  func set(_ value: Bool) {
    guard value else { return base.set(nil) }
    guard withoutTracking({ base.value }) == nil else { return }
    reportIssue(
      """
      'true' was written to a binding of the presence of a '\(Value.self)' that is absent. 'true' does not specify the \
      value, so nothing was changed.

      Write only 'false' to such a binding. To present a value, send the action that makes the feature set it.
      """,
      at: location
    )
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: "is present")) }
}

/// The payload of a case that was the current one when the location was created.
final class CasePayload<Base, Value>: BindingLocation {
  private let base: any BindingLocation<Base>
  private let path: AnyCasePath<Base, Value>
  private let keyPath: AnyKeyPath
  private var last: Value

  init?(_ base: any BindingLocation<Base>, _ path: AnyCasePath<Base, Value>, _ keyPath: AnyKeyPath) {
    guard let current = path.extract(from: withoutTracking { base.value }) else { return nil }
    self.base = base
    self.path = path
    self.keyPath = keyPath
    self.last = current
  }

  var value: Value {
    if let current = path.extract(from: base.value) { last = current }
    return last
  }

  func set(_ value: Value) {
    guard path.extract(from: withoutTracking { base.value }) != nil else { return }
    base.set(path.embed(value))
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}

/// The payload of a case of an optional enum.
final class OptionalCasePayload<Wrapped, Value>: BindingLocation {
  private let base: any BindingLocation<Wrapped?>
  private let path: AnyCasePath<Wrapped, Value>
  private let keyPath: AnyKeyPath

  init(_ base: any BindingLocation<Wrapped?>, _ path: AnyCasePath<Wrapped, Value>, _ keyPath: AnyKeyPath) {
    self.base = base
    self.path = path
    self.keyPath = keyPath
  }

  var value: Value? { base.value.flatMap(path.extract) }

  func set(_ value: Value?) {
    guard withoutTracking({ base.value }).flatMap(path.extract) != nil else { return }
    base.set(value.map(path.embed))
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}
