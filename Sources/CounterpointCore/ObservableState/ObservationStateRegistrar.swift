/// The identity of a value of observable state, and who observes its fields.
///
/// `@ObservableState` adds one to a struct. All registrars are equal, so that equality and hashing of the struct are those of
/// its fields; coding one writes nothing, and reads a fresh one.
public struct ObservationStateRegistrar: Sendable {
  // Stays the first: `StatePath` looks at it where it lies.
  @usableFromInline let observers: FieldObservers
  @usableFromInline var edit: UInt64 = 0

  /// Makes the registrar of a new value. One allocation.
  public init() {
    observers = FieldObservers()
  }

  /// The identity of the value.
  public var id: ObservableStateID {
    ObservableStateID(serial: observers.serial, edit: edit)
  }

  /// Notes that a field is read, for who tracks what is read.
  ///
  /// - Parameter field: The field's number.
  @inlinable
  public func access(_ field: Int) {
    observers.access(field)
  }

  /// Gives the value a new identity before an edit in place.
  @inlinable
  public mutating func willModify() {
    edit = observers.nextEdit()
  }

  /// Notes that a field has changed, without comparing.
  ///
  /// - Parameter field: The field's number.
  @inlinable
  public func note(_ field: Int) {
    observers.note(field)
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always `true`: identity is not part of a value.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Feeds nothing.
  public func hash(into hasher: inout Hasher) {}

  /// Reads nothing, and makes the registrar of a new value.
  public init(from decoder: any Decoder) throws {
    self.init()
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {}
}
