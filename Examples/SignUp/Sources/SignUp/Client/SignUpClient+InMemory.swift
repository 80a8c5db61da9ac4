extension SignUpClient {
  /// Keeps accounts for as long as the client lives, without the bytes of their pictures.
  ///
  /// - Parameter accounts: Those that are there already.
  public static func inMemory(_ accounts: [Account] = []) -> Self {
    let storage = Storage(accounts)
    return Self(signUp: { try await storage.signUp($0) })
  }

  private actor Storage {
    private var accounts: [Account]

    init(_ accounts: [Account]) { self.accounts = accounts }

    func signUp(_ draft: SignUpDraft) throws(SignUpError) -> Account {
      try accounts.add(draft)
    }
  }
}

extension [Account] {
  /// Adds an account.
  mutating func add(_ draft: SignUpDraft) throws(SignUpError) -> Account {
    let account = Account(draft)
    guard !contains(where: { $0.email.lowercased() == account.email.lowercased() }) else {
      throw .emailTaken(account.email)
    }
    append(account)
    return account
  }
}
