/// What has to be entered to sign up.
public enum SignUpField: String, CaseIterable, Sendable {
  case email, password, name, phone, topics
}
