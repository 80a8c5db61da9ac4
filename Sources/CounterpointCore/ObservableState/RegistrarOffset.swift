@_spi(Internals) import CounterpointSupport

// The registrar of a struct of observable state, for comparisons by the number of its last edit.

/// Returns the offset of the registrar in a struct of observable state whose variables are all observed fields. Each
/// edit of such a value changes the bits of its registrar; `nil` for other types.
package func registrarOffset<Value>(in type: Value.Type) -> Int? {
  func find<State: ObservableState>(_ type: State.Type) -> Int? {
    let table = FieldTable<State>.ofRoot()
    return table.tracksAllVariables ? table.registrarOffset : nil
  }
  return (type as? any ObservableState.Type).flatMap { find($0) }
}

/// Returns the registrar of a value.
///
/// - Parameters:
///   - value: The value.
///   - offset: The result of ``registrarOffset(in:)`` for the value.
package func registrar<Value>(of value: Value, at offset: Int) -> ObservationStateRegistrar {
  withAddress(of: value) { $0.property(ObservationStateRegistrar.self, at: offset).value }
}

/// Returns whether two registrars belong to one value that has not been edited between.
package func haveSameEdit(_ first: ObservationStateRegistrar, _ second: ObservationStateRegistrar) -> Bool {
  haveSameBits(first, second)
}
