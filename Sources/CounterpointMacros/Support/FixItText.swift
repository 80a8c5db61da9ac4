import SwiftDiagnostics

/// The message of a fix-it.
struct FixItText: FixItMessage {
  let message: String
  let fixItID: MessageID

  /// - Parameters:
  ///   - message: The text, in the imperative mood.
  ///   - domain: The name of the macro.
  ///   - id: The identifier of the fix-it for tools.
  init(_ message: String, domain: String, id: String) {
    self.message = message
    self.fixItID = MessageID(domain: domain, id: id)
  }
}
