/// A field of a value of observable state, from which a child may be removed; or the value, as an element of a
/// collection.
struct StatePlace: Hashable {
  /// Tells the value from all others.
  let value: UInt64
  /// The number of the field.
  let field: Int

  /// A field of a value.
  init(value: UInt64, field: Int) {
    self.value = value
    self.field = field
  }

  /// An element of a collection, wherever it is.
  init(element: ObservableStateID) {
    self.init(value: element.serial, field: -1)
  }
}
