import Foundation

/// Something that a user may want to hear about.
public enum Topic: String, CaseIterable, Codable, Sendable {
  case books, cooking, films, music, sports

  /// The topic's name for people.
  public var title: String { rawValue.capitalized }
}
