/// A path component with a value, as in `/posts/7`.
///
/// ```swift
/// Route(\.post) { "posts"; Component(Int.self) }
/// ```
public struct Component<Value>: Sendable {
  let field: RouteField<Value>

  /// Reads and writes one component.
  ///
  /// - Parameter type: The type of the value.
  public init(_ type: Value.Type) where Value: AddressValue {
    field = RouteField(
      shape: .component(ValueTexts(of: type), isOptional: false),
      read: { $0.path.popFirst().flatMap(Value.init(addressText:)) },
      write: { value, address in
        guard let text = value.addressText else { return false }
        address.path.append(text)
        return true
      }
    )
  }

  /// Reads and writes a component at the end of the path, which may be absent.
  ///
  /// Only queries may follow it, because another component could be mistaken for it. The compiler checks that.
  ///
  /// - Parameter type: The optional type, such as `Int?.self`. The value is `nil` if the component is absent. A
  ///   component that is no value of the type is not one of this route.
  public init<Wrapped: AddressValue>(_ type: Wrapped?.Type) where Value == Wrapped? {
    field = RouteField(
      shape: .component(ValueTexts(of: Wrapped.self), isOptional: true),
      read: { reader in
        guard let text = reader.path.popFirst() else { return .some(nil) }
        return Wrapped(addressText: text).map { .some($0) }
      },
      write: { value, address in
        guard let value else { return true }
        guard let text = value.addressText else { return false }
        address.path.append(text)
        return true
      }
    )
  }
}
