/// The fields required to sign up.
public enum SignUpField: String, CaseIterable, Sendable {
  case email, password, name, phone, topics
}
