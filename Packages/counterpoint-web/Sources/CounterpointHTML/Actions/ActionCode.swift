import Foundation
import IssueReporting

/// Encodes actions of a page as JSON, and decodes them. The keys are sorted, so each action has exactly one text.
public enum ActionCode {
  /// Encodes an action.
  ///
  /// - Parameter action: The action. It is reported as an issue if it can't be encoded, for example because a number
  ///   is not finite.
  /// - Returns: One line of JSON; `nil` if the action can't be encoded.
  public static func encode(_ action: some Encodable) -> String? {
    do {
      return try text(of: action)
    } catch {
      reportIssue("An action can't be sent from a page, because it can't be encoded: \(error)")
      return nil
    }
  }

  /// Decodes an action. Accepts only the exact text that ``encode(_:)`` returns. Unknown or duplicate keys, values
  /// out of range and whitespace are rejected.
  ///
  /// - Parameters:
  ///   - type: The type of the action.
  ///   - text: The text of a request.
  /// - Returns: The action; `nil` if the text does not encode one.
  public static func decode<Action: Codable>(_ type: Action.Type, from text: some StringProtocol) -> Action? {
    let code = String(text)
    // Invalid input is the client's mistake, so it is not reported.
    guard let action = try? JSONDecoder().decode(type, from: Data(code.utf8)) else { return nil }
    let own = try? self.text(of: action)
    return own?.utf8.elementsEqual(code.utf8) == true ? action : nil
  }

  private static func text(of action: some Encodable) throws -> String {
    if let text = ActionEncoder.text(of: action) { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(action), as: UTF8.self)
  }
}

extension Attribute {
  /// An interaction of a user with an element.
  public enum Event: String, Hashable, Sendable {
    /// A click, or Enter or the space bar on a button.
    case click
    /// A double click.
    case doubleClick = "dblclick"
    /// The Escape key, wherever the focus is. Of several elements, the last one on the page that is neither hidden nor
    /// inert has it. A hook keeps the key by `preventDefault()`.
    case escape
  }

  /// Sends an action after an interaction with the element. Requires the script. Also provide a control that works
  /// without the script, such as ``Element/button(_:_:key:content:)``.
  ///
  /// - Parameters:
  ///   - event: The interaction.
  ///   - action: The action.
  public static func on(_ event: Event, _ action: some Encodable) -> Self {
    guard let code = ActionCode.encode(action) else { return .none }
    return switch event {
    case .click: .data("click", code)
    case .doubleClick: .data("dblclick", code)
    case .escape: .data("escape", code)
    }
  }
}
