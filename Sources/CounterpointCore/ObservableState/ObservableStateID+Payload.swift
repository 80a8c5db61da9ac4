// Called by `@ObservableState` for an enum's payloads. The payload's type selects the overload.

extension ObservableStateID {
  /// Creates a unique identity for a payload that is not observable state, because it is unknown whether the payload
  /// is still the same.
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
