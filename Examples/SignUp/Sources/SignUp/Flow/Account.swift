/// Somebody who has signed up.
public struct Account: Codable, Equatable, Sendable {
  /// The address that the account is known by.
  public var email: String
  /// The user's name.
  public var name: String
  /// The number that the user can be called on.
  public var phone: String
  /// What the user wants to hear about, in the order of ``Topic``.
  public var topics: [Topic]

  /// Makes an account of what was entered. It has no password: whoever keeps accounts keeps none either.
  public init(_ draft: SignUpDraft) {
    self.email = draft.email
    self.name = draft.name
    self.phone = draft.phone
    self.topics = Topic.allCases.filter(draft.topics.contains)
  }
}
