import CounterpointCore
@_spi(Internals) import CounterpointSupport
import Foundation
import StateSharing

/// A hash of 128 bits. Two different values of an exploration have the same fingerprint with negligible probability.
struct Fingerprint: Hashable, Sendable {
  let first: UInt64
  let second: UInt64

  /// Creates the fingerprint of a value.
  init(of value: Any) {
    var hasher = StructuralHasher()
    hasher.combine(value)
    self = hasher.fingerprint
  }

  fileprivate init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// Hashes values of any type: those of the standard library and of Foundation, and `Hashable` objects, by their
/// conformance, others by their parts. The conformance of a program's type may leave out what its `==` compares.
///
/// An object that is not `Hashable` counts by its identity, and a closure only by its type.
struct StructuralHasher {
  private var first = Hasher()
  private var second = Hasher()

  init() {
    second.combine(0x5EC0_0D)
  }

  var fingerprint: Fingerprint {
    Fingerprint(UInt64(bitPattern: Int64(first.finalize())), UInt64(bitPattern: Int64(second.finalize())))
  }

  mutating func combine(_ value: Any) {
    if let data = value as? Data { return add(Array(data)) }
    if type(of: value) == AnyHashable.self, let value = value as? AnyHashable { return combine(value.base) }
    if let value = value as? any Hashable {
      if HashedTypes.shared.contains(type(of: value)) { return add(value) }
      // Its mirror may not show all.
      if value is any CustomReflectable { add(value) }
    }
    // The mirror of a wrapper is that of its value, which shows nothing of a number or a text.
    if let wrapper = value as? any ValueWrapper { return combine(wrapper.valueForText) }
    if let elements = (value as? any StackElements)?.keyed ?? (value as? any IdentifiedElements)?.identified {
      add(elements.count)
      for element in elements {
        add(element.key)
        combine(element.value)
      }
      return
    }
    combine(parts: Mirror(reflecting: value), of: value)
  }

  private mutating func combine(parts mirror: Mirror, of value: Any) {
    switch mirror.displayStyle {
    case .class:
      add(ObjectIdentifier(value as AnyObject))
    case .set, .dictionary:
      // The order differs between equal collections.
      let parts = mirror.children.map { Fingerprint(of: $0.value) }
      add(parts.count)
      add(Set(parts))
    case .enum where mirror.children.isEmpty:
      if let value = value as? any Hashable { add(value) } else { add("\(value)") }
    case nil where mirror.children.isEmpty:
      add(String(reflecting: type(of: value)))
    default:
      add(mirror.children.count)
      // The bookkeeping of the library, such as the identity of an observable state, is no part of the value.
      for child in mirror.children where !(child.label?.hasPrefix("_$") ?? false) {
        if isPromptIdentifier(child, of: value) { continue }
        if let label = child.label { add(label) }
        combine(child.value)
      }
    }
  }

  /// Whether a part is the identifier of a prompt or button, which is new in each run and which `==` ignores.
  private func isPromptIdentifier(_ part: Mirror.Child, of value: Any) -> Bool {
    guard part.label == "id", part.value is UUID else { return false }
    let type = unqualifiedName(of: type(of: value))
    return ["AlertState<", "ButtonState<", "ConfirmationDialogState<"].contains { type.hasPrefix($0) }
  }

  private mutating func add(_ value: some Hashable) {
    value.hash(into: &first)
    value.hash(into: &second)
  }
}

/// The types whose hash has all that their `==` compares, as far as that is known.
private final class HashedTypes: Sendable {
  static let shared = HashedTypes()

  private static let modules = [
    "Swift.", "Foundation.", "FoundationEssentials.", "CounterpointCore.", "CounterpointTesting.",
  ]
  /// The hash of `Data` may have its first bytes only, and that of `AnyHashable` is that of its value.
  private static let exceptions = ["Foundation.Data", "FoundationEssentials.Data", "Swift.AnyHashable"]

  private let known = Locked<[ObjectIdentifier: Bool]>([:])

  func contains(_ type: Any.Type) -> Bool {
    if type is AnyClass { return true }
    let id = ObjectIdentifier(type)
    if let isKnown = known.withLock({ $0[id] }) { return isKnown }
    // The type and its generic arguments.
    let names = String(reflecting: type).split { "<>, ()".contains($0) }
    let isHashed = names.allSatisfy { name in
      Self.modules.contains { name.hasPrefix($0) } && !Self.exceptions.contains(String(name))
    }
    known.withLock { $0[id] = isHashed }
    return isHashed
  }
}
