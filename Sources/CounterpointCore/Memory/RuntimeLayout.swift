@_spi(Reflection) import Swift

#if !canImport(Darwin)
import CounterpointThreadLocals
#endif

// All code of this module that relies on the memory layout of runtime structures. A test compares each with the
// language's own result.

/// Whether a type is an enum, and no optional.
///
/// Not by a mirror of a value: that takes a copy of it on the stack, for which it may be too big.
func isEnum(_ type: Any.Type) -> Bool {
  // The value of a metatype is the address of the type's metadata. Its first word is the kind of the type, which is
  // part of the ABI. `IsEnumTests` compares the result with mirrors.
  let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  return unsafe metadata.pointee == 0x201
}

/// Calls a function with the key path to each stored property of a struct. Those of constants are not writable.
///
/// - Returns: Whether key paths can describe all of them.
func visitStoredProperties<Root>(of type: Root.Type, _ visit: (PartialKeyPath<Root>) -> Void) -> Bool {
  unsafe _forEachFieldWithKeyPath(of: type) { _, property in
    visit(property)
    return true
  }
}

/// Returns the stored properties of a struct with their offsets; none for other types.
package func storedProperties(ofStruct type: Any.Type) -> [(offset: Int, type: Any.Type)] {
  // The metadata of a struct has this kind.
  let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  guard unsafe metadata.pointee == 0x200 else { return [] }
  var properties: [(offset: Int, type: Any.Type)] = []
  _ = unsafe _forEachField(of: type) { _, offset, type, _ in
    properties.append((offset, type))
    return true
  }
  return properties
}

/// Changes a stored property of a struct in place.
///
/// - Parameters:
///   - value: The struct.
///   - offset: The offset of the property in the result of ``storedProperties(ofStruct:)``.
///   - change: Changes the property, whose type is that in the result.
package func changeStoredProperty<Value, Part>(of value: inout Value, at offset: Int, _ change: (inout Part) -> Void) {
  withAddress(of: &value) { change(&$0.property(Part.self, at: offset).value) }
}

/// Returns the concatenation of two `Sendable` key paths, which is `Sendable` too. The protocol is only a marker: no
/// cast can check it, and none changes the value in memory.
func sendableKeyPath<Root, Value, Member>(
  _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
  appending member: any WritableKeyPath<Value, Member> & Sendable
) -> any WritableKeyPath<Root, Member> & Sendable {
  let appended = (keyPath as WritableKeyPath<Root, Value>).appending(path: member as WritableKeyPath<Value, Member>)
  return unsafe unsafeBitCast(appended, to: (any WritableKeyPath<Root, Member> & Sendable).self)
}

/// Returns a key path to observed fields as `Sendable`. It captures no values.
func sendable<Root, Value>(_ field: WritableKeyPath<Root, Value>) -> any WritableKeyPath<Root, Value> & Sendable {
  unsafe unsafeBitCast(field, to: (any WritableKeyPath<Root, Value> & Sendable).self)
}

/// Returns the type of a property that a binding has set, and that is therefore `Sendable`. No cast can check it.
func sendable(_ type: any (Decodable & Equatable).Type) -> any (Decodable & Equatable & Sendable).Type {
  typealias SendableType = any (Decodable & Equatable & Sendable).Type
  // Without `as`, the call would receive the type that the existential contains.
  return unsafe unsafeBitCast(type as any (Decodable & Equatable).Type, to: SendableType.self)
}

#if !canImport(Darwin)
/// An executor as the runtime refers to it: its identity, and its implementation.
///
/// Does not retain the executor.
@safe
struct ExecutorReference {
  private let identity: UInt
  private let implementation: UInt

  /// Refers to the executor of an actor.
  init(of actor: some Actor) {
    unsafe self.init(actor.unownedExecutor)
  }

  private init(_ executor: UnownedSerialExecutor) {
    // Safe because the type is frozen, and holds the two words that the runtime compares.
    (identity, implementation) = unsafe unsafeBitCast(executor, to: (UInt, UInt).self)
  }

  /// Returns whether the current job runs on the executor.
  ///
  /// Costs a few nanoseconds. `false` does not mean that the caller is not isolated, because an executor may
  /// recognize its thread or queue outside of a job.
  @inline(__always)
  var isCurrent: Bool { counterpoint_is_current_executor(identity, implementation) }

  /// Whether the executor is the one that the runtime provides for actors without an executor of their own.
  var isDefault: Bool { implementation == 0 }
}

/// Asks an actor's own executor whether it isolates the caller.
///
/// - Returns: `nil` if the executor can't tell.
func isIsolatingCurrentContext(_ actor: some Actor) -> Bool? {
  // `asSerialExecutor()` is for such executors only: it crashes for that of a default actor.
  unsafe actor.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext()
}
#endif
