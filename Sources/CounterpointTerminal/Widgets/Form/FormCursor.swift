/// The position of the cursor in a ``Form``'s focused text field: the part of a form that only a terminal has.
///
/// Keep one for all forms of a program. It belongs to the field that was edited last; every other field begins with
/// the cursor at its end.
public struct FormCursor: Sendable {
  private var field: (any Hashable & Sendable)?
  private var offset = 0

  /// Makes a cursor that stands at the end of whatever field has the focus.
  public init() {}

  /// Makes a cursor that stands in a field, behind a number of bytes (UTF-8).
  init(_ field: some Hashable & Sendable, offset: Int) {
    self.field = field
    self.offset = offset
  }

  /// The field in a form that can be compared.
  private var known: AnyHashable? { field.map { AnyHashable($0) } }

  /// The number of bytes (UTF-8) before the cursor in a field; `nil` is its end.
  func offset(in field: some Hashable) -> Int? {
    known == AnyHashable(field) ? offset : nil
  }
}

extension FormCursor: Hashable {
  /// Whether both stand in the same place of the same field.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.known == rhs.known && lhs.offset == rhs.offset
  }

  /// Hashes the field and the place in it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(known)
    hasher.combine(offset)
  }
}
