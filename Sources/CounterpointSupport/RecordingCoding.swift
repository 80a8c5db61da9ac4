/// A wrapper that shows a value which is stored elsewhere. Its text is that of the value.
package protocol ValueWrapper {
  /// The value.
  var valueForText: Any { get }
}

/// The special treatment of some values by the encoder or decoder of a recording, in its `userInfo`.
///
/// Types of the library look for it: a stack keeps the ids of its elements, a shared value is coded by its name, a
/// binding asks for a stand-in. Other encoders and decoders don't have it.
package struct RecordingCoding: Sendable {
  package static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "counterpoint.recording") else { preconditionFailure() }
    return key
  }()

  /// Returns what is written instead of a property's value: the value itself, unless it is secret.
  package let standIn: @Sendable (_ value: any Encodable, _ property: String, _ owner: Any.Type) -> any Encodable

  /// The shared values that occur in the coded values, as `SharedValueTable`; `nil` if they are not followed.
  package let sharedValues: (any AnyObject & Sendable)?

  package init(
    sharedValues: (any AnyObject & Sendable)? = nil,
    standIn: @escaping @Sendable (any Encodable, String, Any.Type) -> any Encodable = { value, _, _ in value }
  ) {
    self.sharedValues = sharedValues
    self.standIn = standIn
  }

  /// The value in the `userInfo` of an encoder or decoder.
  package static func `in`(_ userInfo: [CodingUserInfoKey: Any]) -> Self? { userInfo[key] as? Self }
}
