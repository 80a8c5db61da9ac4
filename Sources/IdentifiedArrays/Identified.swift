/// A value together with an id, for values that have none of their own.
///
/// ```swift
/// let rows: IdentifiedArrayOf<Identified<UUID, Measurement>> = [Identified(measurement, id: UUID())]
/// rows[0].unit   // the value's members can be used directly
/// ```
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// What identifies the value.
  public let id: ID

  /// The value.
  public var value: Value

  /// Gives a value an id.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Its id.
  @inlinable
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Gives a value an id that is computed from it now; it does not change with the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Computes the id.
  /// - Throws: What `id` throws.
  @inlinable
  public init(_ value: Value, id: (Value) throws -> ID) rethrows {
    self.init(value, id: try id(value))
  }

  /// Gives a value an id that is one of its properties now; it does not change with the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The property.
  @inlinable
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A member of the value.
  ///
  /// - Parameter keyPath: The member.
  @inlinable
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  /// A member of the value that can be changed.
  ///
  /// - Parameter keyPath: The member.
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
