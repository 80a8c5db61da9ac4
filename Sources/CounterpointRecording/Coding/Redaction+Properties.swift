import CounterpointCore
@_spi(Internals) import CounterpointSupport

extension Redaction {
  /// A secret that is stored in a value without an indirection.
  struct Secret {
    let offset: Int
    let type: Any.Type
  }

  /// Returns the secrets in a value that were not written by a container, which would have replaced them.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - written: The types of the values that it has written by containers.
  func secrets<Value>(in value: Value, without written: [Any.Type]) -> [Secret] {
    var written = written.map { ObjectIdentifier($0) }
    if value is any ValueWrapper { return [] }
    let stored = storedProperties(of: Value.self)
    if !stored.isEmpty { return secrets(in: stored, at: 0, &written) }
    // The payload of an enum has no offset.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let payload = mirror.children.first?.value else { return [] }
    let parts = Mirror(reflecting: payload)
    let values = parts.displayStyle == .tuple ? parts.children.map(\.value) : [payload]
    return values.filter { isUnwritten(type(of: $0), &written) && isSecret(type(of: $0)) }
      .map { Secret(offset: -1, type: type(of: $0)) }
  }

  /// Returns a copy of a value with stand-ins for secrets; `nil` if they can't be replaced.
  func replace<Value>(_ secrets: [Secret], in value: Value) -> Value? {
    guard secrets.allSatisfy({ $0.offset >= 0 }) else { return nil }
    var copy = value
    for secret in secrets {
      func replace<Part>(_ type: Part.Type) {
        changeStoredProperty(of: &copy, at: secret.offset) { (part: inout Part) in
          let standIn = (part as? any KeyedValues)?.withStandIns(by: self) ?? self.replace(part)
          if let standIn = standIn as? Part { part = standIn }
        }
      }
      _openExistential(secret.type, do: replace)
    }
    return copy
  }

  private func secrets(in properties: [StoredProperty], at start: Int, _ written: inout [ObjectIdentifier]) -> [Secret]
  {
    var secrets: [Secret] = []
    for property in properties where isUnwritten(property.type, &written) {
      let offset = start + property.offset
      if isSecret(property.type) {
        secrets.append(Secret(offset: offset, type: property.type))
      } else {
        secrets += self.secrets(in: storedProperties(of: property.type), at: offset, &written)
      }
    }
    return secrets
  }

  /// Returns whether values of a type, or their payloads or keys, are replaced.
  ///
  /// A dictionary that its owner encodes writes keys as the names of members, and not by a container. It writes its
  /// values by one.
  private func isSecret(_ type: Any.Type) -> Bool {
    let types = [type, (type as? any AnyOptional.Type)?.wrappedType].compactMap(\.self)
    return types.contains { type in
      hasRule(forAny: type) || (type as? any KeyedValues.Type).map { hasRule(forAny: $0.keyType) } ?? false
    }
  }

  /// Returns whether a part was not written by a container. An optional part may have been written as its payload.
  private func isUnwritten(_ type: Any.Type, _ written: inout [ObjectIdentifier]) -> Bool {
    for type in [type, (type as? any AnyOptional.Type)?.wrappedType].compactMap(\.self) {
      if let index = written.firstIndex(of: ObjectIdentifier(type)) {
        written.remove(at: index)
        return false
      }
    }
    return true
  }
}

/// A dictionary, or an optional one.
private protocol KeyedValues {
  static var keyType: Any.Type { get }
  /// Returns a dictionary with stand-ins for its keys. Of equal stand-ins, the first one remains.
  func withStandIns(by redaction: Redaction) -> Any
}

extension Dictionary: KeyedValues {
  fileprivate static var keyType: Any.Type { Key.self }

  fileprivate func withStandIns(by redaction: Redaction) -> Any {
    let pairs = map { (redaction.replace($0.key) as? Key ?? $0.key, $0.value) }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension Optional: KeyedValues where Wrapped: KeyedValues {
  fileprivate static var keyType: Any.Type { Wrapped.keyType }

  fileprivate func withStandIns(by redaction: Redaction) -> Any {
    map { $0.withStandIns(by: redaction) as? Wrapped ?? $0 } as Any
  }
}

private protocol AnyOptional {
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// A stored property of a struct.
private struct StoredProperty {
  let offset: Int
  let type: Any.Type
}

/// Returns the stored properties of a struct; none for other types, and for those of the standard library.
private func storedProperties(of type: Any.Type) -> [StoredProperty] {
  if let known = layouts.withLock({ $0[ObjectIdentifier(type)] }) { return known }
  let properties = CounterpointCore.storedProperties(ofStruct: type).map {
    StoredProperty(offset: $0.offset, type: $0.type)
  }
  layouts.withLock { $0[ObjectIdentifier(type)] = properties }
  return properties
}

/// The layouts of all types that were written with a redaction. Bounded by the number of types in the program.
private let layouts = Locked<[ObjectIdentifier: [StoredProperty]]>([:])
