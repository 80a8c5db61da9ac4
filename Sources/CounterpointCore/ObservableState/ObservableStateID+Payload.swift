// What `@ObservableState` on an enum asks of its payloads. Which of two overloads is meant follows from the payload's type.

extension ObservableStateID {
  /// The identity of a payload that is not observable state: one that nothing else has, because there is no telling whether
  /// the payload is still the same.
  public init<Payload>(of payload: Payload) {
    self.init()
  }

  /// The identity of a payload.
  public init<Payload: ObservableState>(of payload: Payload) {
    self = payload._$id
  }

  /// Leaves a payload alone that has no identity.
  public static func willModify<Payload>(_ payload: inout Payload) {}

  /// Gives a payload a new identity, because it is about to be edited in place.
  public static func willModify<Payload: ObservableState>(_ payload: inout Payload) {
    payload._$willModify()
  }
}
