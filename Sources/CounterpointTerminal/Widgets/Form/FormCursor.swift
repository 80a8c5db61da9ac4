/// Where the cursor stands in the text field of a ``Form`` that has the focus: the part of a form that only a terminal knows.
///
/// Keep one for all forms of a program. It belongs to the field that was edited last; every other field begins with the cursor
/// at its end.
public struct FormCursor: Sendable {
  private var field: (any Hashable & Sendable)?
  private var position = 0

  /// Makes one that stands at the end of whatever field has the focus.
  public init() {}

  /// One that stands in a field, behind so many characters.
  init(_ field: some Hashable & Sendable, position: Int) {
    self.field = field
    self.position = position
  }

  /// The field in a form that can be compared.
  private var known: AnyHashable? { field.map { AnyHashable($0) } }

  /// How many characters stand before the cursor in a field; `nil` is its end.
  func position(in field: some Hashable) -> Int? {
    known == AnyHashable(field) ? position : nil
  }
}

extension FormCursor: Hashable {
  /// Whether both stand in the same place of the same field.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.known == rhs.known && lhs.position == rhs.position
  }

  /// Hashes the field and the place in it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(known)
    hasher.combine(position)
  }
}
