/// The account of a user.
public struct Account: Codable, Equatable, Sendable {
  /// The address that the account is known by.
  public var email: String
  /// The user's name.
  public var name: String
  /// The number that the user can be called on.
  public var phone: String
  /// The name of the file with the user's picture; `nil` if there is none.
  public var picture: String?
  /// The topics of interest, in the order of ``Topic``.
  public var topics: [Topic]

  /// Creates an account from the entered data, without the password, which is never stored.
  public init(_ draft: SignUpDraft) {
    self.email = draft.email
    self.name = draft.name
    self.phone = draft.phone
    self.picture = draft.picture?.fileName
    self.topics = Topic.allCases.filter(draft.topics.contains)
  }
}
