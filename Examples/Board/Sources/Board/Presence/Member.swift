public import Counterpoint
public import Foundation

/// A visitor of the board, as the others see them.
public struct Member: Codable, Equatable, Identifiable, Sendable {
  /// The colors of members.
  public enum Color: String, CaseIterable, Codable, Sendable {
    case blue, green, orange, purple, red, teal
  }

  /// The identifier of the member.
  public let id: UUID
  /// The name, which the member can change.
  public internal(set) var name: String
  /// The color of the member's avatar.
  public let color: Color
  /// The card that the member is on; `nil` if there is none.
  public internal(set) var card: Card.ID?

  /// Creates a member.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - name: The name.
  ///   - color: The color.
  ///   - card: The card that the member is on.
  public init(id: UUID, name: String, color: Color, card: Card.ID? = nil) {
    self.id = id
    self.name = name
    self.color = color
    self.card = card
  }

  /// The first letters of the first two words of the name, for an avatar.
  public var initials: String { String(name.split(separator: " ").prefix(2).compactMap(\.first)).uppercased() }
}

extension IdentifiedArrayOf<Member> {
  /// Adds a member with the lowest number that is free. O(members).
  ///
  /// - Parameters:
  ///   - id: The identifier of the member.
  ///   - card: The card that the member is on.
  mutating func join(_ id: Member.ID, on card: Card.ID? = nil) {
    let names = Set(map(\.name))
    let number = (1...count + 1).first { !names.contains("Visitor \($0)") } ?? count + 1
    let color = Member.Color.allCases[(number - 1) % Member.Color.allCases.count]
    append(Member(id: id, name: "Visitor \(number)", color: color, card: card))
  }
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<Member>>.Default {
  /// The present members of the process.
  public static var presence: Self { Self[.inMemory("presence"), default: []] }
}
