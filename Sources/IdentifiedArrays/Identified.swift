/// A value with an identifier, for a value that is not `Identifiable`.
///
/// ```swift
/// let rows: IdentifiedArrayOf<Identified<UUID, Measurement>> = [Identified(measurement, id: UUID())]
/// rows[0].unit   // the value's members can be used directly
/// ```
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The identifier of the value.
  public let id: ID

  /// The value.
  public var value: Value

  /// Creates a value with an identifier.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The identifier.
  @inlinable
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Creates a value with an identifier that is computed once; it does not change with the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Computes the identifier.
  /// - Throws: Rethrows the errors of `id`.
  @inlinable
  public init(_ value: Value, id: (Value) throws -> ID) rethrows {
    self.init(value, id: try id(value))
  }

  /// Creates a value with an identifier that is read once from a property; it does not change with the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The key path of the property.
  @inlinable
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A member of the value.
  ///
  /// - Parameter keyPath: The key path of the member.
  @inlinable
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  /// A mutable member of the value.
  ///
  /// - Parameter keyPath: The key path of the member.
  @inlinable
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
