/// A query item with a value, as in `/search?q=swift`.
///
/// ```swift
/// Route(\.search) { "search"; Query("q", String.self) }
/// ```
///
/// Items with other names are ignored, and their order has no meaning. If an address contains an item twice, the
/// first counts, except for arrays. An item whose text is no value of the type doesn't match: the address is not one
/// of the route, also if the item is optional.
public struct Query<Value>: Sendable {
  let name: String
  let field: RouteField<Value>

  private init(
    _ name: String,
    _ texts: ValueTexts,
    isRequired: Bool,
    read: @escaping @Sendable (RouteReader) -> Value?,
    write: @escaping @Sendable (Value) -> [String]?
  ) {
    self.name = name
    field = RouteField(
      shape: .query(name, texts, isRequired: isRequired),
      read: { read($0) },
      write: { value, address in
        guard let values = write(value) else { return false }
        address.query += values.map { WebAddress.QueryItem(name: name, value: $0) }
        return true
      }
    )
  }

  /// Reads and writes an item that must be there.
  ///
  /// - Parameters:
  ///   - name: The name of the item, unique in the route.
  ///   - type: The type of the value.
  public init(_ name: String, _ type: Value.Type) where Value: AddressValue {
    self.init(
      name,
      ValueTexts(of: type),
      isRequired: true,
      read: { $0.item(name).flatMap(Value.init(addressText:)) },
      write: { value in value.addressText.map { [$0] } }
    )
  }

  /// Reads and writes an item with a default. The default is not written.
  ///
  /// - Parameters:
  ///   - name: The name of the item, unique in the route.
  ///   - type: The type of the value.
  ///   - default: The value if the item is absent.
  public init(_ name: String, _ type: Value.Type, default: Value) where Value: AddressValue & Equatable {
    self.init(
      name,
      ValueTexts(of: type),
      isRequired: false,
      read: { reader in
        guard let text = reader.item(name) else { return `default` }
        return Value(addressText: text)
      },
      write: { value in value == `default` ? [] : value.addressText.map { [$0] } }
    )
  }

  /// Reads and writes an item that may be absent.
  ///
  /// - Parameters:
  ///   - name: The name of the item, unique in the route.
  ///   - type: The optional type, such as `Int?.self`. The value is `nil` if the item is absent.
  public init<Wrapped: AddressValue>(_ name: String, _ type: Wrapped?.Type) where Value == Wrapped? {
    self.init(
      name,
      ValueTexts(of: Wrapped.self),
      isRequired: false,
      read: { reader in
        guard let text = reader.item(name) else { return .some(nil) }
        return Wrapped(addressText: text).map { .some($0) }
      },
      write: { value in
        guard let value else { return [] }
        return value.addressText.map { [$0] }
      }
    )
  }

  /// Reads and writes all items with a name, in order, as in `/posts?tag=a&tag=b`.
  ///
  /// - Parameters:
  ///   - name: The name of the items, unique in the route.
  ///   - type: The type of the array. It is empty if there is no item.
  public init<Member: AddressValue>(_ name: String, _ type: [Member].Type) where Value == [Member] {
    self.init(
      name,
      ValueTexts(of: Member.self),
      isRequired: false,
      read: { reader in
        var members: [Member] = []
        for item in reader.query where item.name == name {
          guard let member = Member(addressText: item.value) else { return nil }
          members.append(member)
        }
        return members
      },
      write: { members in
        let texts = members.compactMap(\.addressText)
        return texts.count == members.count ? texts : nil
      }
    )
  }
}
