public import Counterpoint

/// The data entered so far, shared by all screens of the flow.
@ObservableState
public struct SignUpDraft: Codable, Equatable, Sendable {
  /// The address that the account will be known by.
  public var email: String
  /// The password.
  public var password: String
  /// The user's name.
  public var name: String
  /// The number that the user can be called on.
  public var phone: String
  /// The user's picture, if they want one.
  public var picture: Picture?
  /// The topics of interest.
  public var topics: Set<Topic>

  /// Makes a draft.
  public init(
    email: String = "",
    password: String = "",
    name: String = "",
    phone: String = "",
    picture: Picture? = nil,
    topics: Set<Topic> = []
  ) {
    self.email = email
    self.password = password
    self.name = name
    self.phone = phone
    self.picture = picture
    self.topics = topics
  }
}
