import Foundation

extension SignUpClient {
  /// Keeps accounts in a file: a list in JSON that a person can read, without passwords.
  ///
  /// The list is written aside and renamed, so that a crash leaves the old one or the new one. A file that is something else
  /// stays as it is. One client does one thing at a time; between programs there is no lock.
  ///
  /// - Parameter path: The file's path. If there is none, the first account makes it; its folder has to be there.
  public static func file(_ path: String) -> Self {
    let file = AccountsFile(path: path)
    return Self(signUp: { try await file.signUp($0) })
  }

  private actor AccountsFile {
    private let path: String

    init(path: String) { self.path = path }

    func signUp(_ draft: SignUpDraft) throws(SignUpError) -> Account {
      var accounts = try read()
      let account = try accounts.add(draft)
      try write(accounts)
      return account
    }

    private func read() throws(SignUpError) -> [Account] {
      let data: Data
      do {
        data = try Data(contentsOf: URL(fileURLWithPath: path))
      } catch CocoaError.fileReadNoSuchFile {
        return []
      } catch {
        throw .unreadable(path: path, reason: error.localizedDescription)
      }
      do {
        return try JSONDecoder().decode([Account].self, from: data)
      } catch {
        throw .unreadable(path: path, reason: "It is not a list of accounts.")
      }
    }

    private func write(_ accounts: [Account]) throws(SignUpError) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      do {
        try encoder.encode(accounts).write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw .unwritable(path: path, reason: error.localizedDescription)
      }
    }
  }
}
