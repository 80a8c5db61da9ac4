import SwiftDiagnostics

/// What a fix-it says that it does.
struct FixItText: FixItMessage {
  let message: String
  let fixItID: MessageID

  /// - Parameters:
  ///   - message: The text, an imperative.
  ///   - domain: The macro.
  ///   - id: A name for the fix-it, for tools.
  init(_ message: String, domain: String, id: String) {
    self.message = message
    self.fixItID = MessageID(domain: domain, id: id)
  }
}
