/// The fields of the forms.
public enum SignUpField: String, CaseIterable, Codable, Sendable {
  case email, password, name, phone, picture, topics
}
