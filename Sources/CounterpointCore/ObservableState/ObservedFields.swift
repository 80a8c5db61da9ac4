/// The observed fields of a type of state: the property that stands for each, its number, and where it is stored.
///
/// A type of observable state lists its own in `_$fields(_:)`; `@ObservableState` writes that.
public final class ObservedFields<Root> {
  private(set) var paths: [PartialKeyPath<Root>: AnyStatePath<Root>] = [:]
  /// The presentations, by the optional properties that stand for them.
  private(set) var presented: [PartialKeyPath<Root>: AnyStatePath<Root>] = [:]
  /// The property that a pattern has named last.
  private var named: PartialKeyPath<Root>?

  package init() {}

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - number: The number that tells it from the others of its type, from 0.
  ///   - property: The property by which it is read and written.
  ///   - stored: The stored property behind that.
  ///   - registrar: The registrar of the value.
  public func add<Value>(
    _ number: Int,
    _ property: WritableKeyPath<Root, Value>,
    stored: WritableKeyPath<Root, Value>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    paths[property] = StatePath(property, field: number, stored: stored, registrar: registrar)
  }

  // The list is nonisolated, even if the state belongs to an actor. The compiler then rejects a key path to a
  // computed property as an argument, but accepts it as a pattern. Neither function is generic over the field's type,
  // because the compiler would report a field of an unknown type again for each generic argument that it can't infer.

  /// Names a property for ``addNamed(_:stored:registrar:)``: `if case \Self.count = fields { … }`.
  ///
  /// - Returns: `true`.
  public static func ~= (property: PartialKeyPath<Root>, fields: ObservedFields) -> Bool {
    fields.named = property
    return true
  }

  /// Adds the field whose property a pattern has named.
  ///
  /// - Parameters:
  ///   - number: The number that tells it from the others of its type, from 0.
  ///   - stored: The stored property behind the one that was named.
  ///   - registrar: The registrar of the value.
  public func addNamed(
    _ number: Int,
    stored: PartialKeyPath<Root>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    func add<Value>(_ type: Value.Type) {
      guard let property = named as? WritableKeyPath<Root, Value>, let stored = stored as? WritableKeyPath<Root, Value>
      else { preconditionFailure("Field \(number) of \(Root.self) was listed with the property of another type.") }
      self.add(number, property, stored: stored, registrar: registrar)
    }
    _openExistential(Swift.type(of: stored).valueType, do: add)
  }

  /// Adds a presentation under the optional property that a pattern has named: where a store of the child finds its
  /// state.
  ///
  /// - Parameters:
  ///   - number: The number of the field.
  ///   - stored: The stored property behind the one that was named.
  ///   - registrar: The registrar of the value.
  public func addPresented<Value>(
    _ number: Int,
    stored: WritableKeyPath<Root, PresentationState<Value>>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    guard let property = named as? WritableKeyPath<Root, Value?> else {
      preconditionFailure("Field \(number) of \(Root.self) was listed with the property of another type.")
    }
    presented[property] = StatePath(stored, field: number, stored: stored, registrar: registrar)
  }

  /// Whether a property stands for one of the fields.
  package func contains(_ property: PartialKeyPath<Root>) -> Bool { paths[property] != nil }
}
