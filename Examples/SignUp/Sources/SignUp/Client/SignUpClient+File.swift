import Foundation

extension SignUpClient {
  /// Keeps accounts in a file: a JSON list that a person can read, without passwords.
  ///
  /// The list is replaced atomically, so a crash leaves the old or the new one. A file with other contents is left
  /// unchanged. One client performs one operation at a time. There is no lock between programs.
  ///
  /// Pictures are files in a folder beside the list, as in `accounts.json.pictures`. A picture is complete before its
  /// account is in the list, and is removed again if the list can't be written. Only a crash between the two leaves a
  /// picture without an account.
  ///
  /// - Parameter path: The file's path. The first account creates the file; its folder must exist.
  public static func file(_ path: String) -> Self {
    let file = AccountsFile(path: path)
    return Self(signUp: { try await file.signUp($0) })
  }

  private actor AccountsFile {
    private let path: String

    init(path: String) { self.path = path }

    func signUp(_ draft: SignUpDraft) throws -> Account {
      var accounts = try read()
      let account = try accounts.add(draft)
      let picture = try draft.picture.map(store)
      do {
        try write(accounts)
      } catch {
        if let picture { try? FileManager.default.removeItem(at: picture) }
        throw error
      }
      return account
    }

    /// Writes a picture, and returns where it is.
    private func store(_ picture: Picture) throws -> URL {
      let data = try picture.data()
      let folder = URL(fileURLWithPath: path + ".pictures", isDirectory: true)
      let url = folder.appending(component: picture.fileName)
      do {
        if !FileManager.default.fileExists(atPath: folder.path) {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
        try data.write(to: url, options: .atomic)
      } catch {
        throw SignUpError.unwritable(path: path, reason: error.localizedDescription)
      }
      return url
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
