import Foundation
import IssueReporting

/// Encodes actions for pages and decodes them: JSON with sorted keys, so that each action has exactly one text.
public enum ActionCode {
  /// Writes an action.
  ///
  /// - Parameter action: Reported as an issue if it can't be encoded, such as one with a number that isn't finite.
  /// - Returns: One line of JSON; `nil` if it can't be encoded.
  public static func encode(_ action: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(action), as: UTF8.self)
    } catch {
      reportIssue("An action can't be sent from a page, because it can't be encoded: \(error)")
      return nil
    }
  }

  /// Reads an action, strictly: only what ``encode(_:)`` writes of one of the type's actions, to the letter. Unknown
  /// or double keys, values out of range, blanks: all that is no action.
  ///
  /// - Parameters:
  ///   - type: The type of the action.
  ///   - text: What came in.
  /// - Returns: The action; `nil` if the text is none.
  public static func decode<Action: Codable>(_ type: Action.Type, from text: some StringProtocol) -> Action? {
    // Invalid input is the sender's mistake, so it is not reported.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = Data(text.utf8)
    guard let action = try? JSONDecoder().decode(type, from: data), let written = try? encoder.encode(action) else {
      return nil
    }
    return written == data ? action : nil
  }
}
