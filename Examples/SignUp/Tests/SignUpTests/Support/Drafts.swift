import SignUp

extension SignUpDraft {
  /// One in which nothing is wrong.
  static let valid = SignUpDraft(
    email: "blob@example.org",
    password: "correct horse",
    name: "Blob",
    phone: "555 010 0199",
    topics: [.music, .books]
  )
}
