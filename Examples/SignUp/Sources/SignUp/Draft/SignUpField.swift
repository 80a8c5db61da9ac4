/// The fields required to sign up.
public enum SignUpField: String, CaseIterable, Codable, Sendable {
  case email, password, name, phone, topics
}
