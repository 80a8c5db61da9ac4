import SwiftSyntax

/// The access level of a declaration; the narrowest compares as the least.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

  /// The modifier followed by a space; empty for `internal`, which is the default.
  var prefix: String {
    switch self {
    case .private: "private "
    case .fileprivate: "fileprivate "
    case .internal: ""
    case .package: "package "
    case .public: "public "
    }
  }
}

extension WithModifiersSyntax {
  /// Returns the explicit access level of the declaration, otherwise that of a directly enclosing extension.
  ///
  /// - Parameter lexicalContext: The enclosing declarations, innermost first.
  func access(in lexicalContext: [Syntax]) -> AccessLevel {
    let enclosing = modifiers.hasAccessLevel ? nil : lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return (enclosing?.modifiers ?? modifiers).accessLevel
  }

  /// Returns `public ` or `package `, the prefix of members that are visible wherever the declaration is.
  ///
  /// Empty for narrower access, because a member is never more visible than its enclosing type.
  ///
  /// - Parameter lexicalContext: The enclosing declarations, innermost first.
  func accessForMembers(in lexicalContext: [Syntax]) -> String {
    let level = access(in: lexicalContext)
    return level >= .package ? level.prefix : ""
  }
}

extension DeclModifierListSyntax {
  /// The explicit access level, or `internal`. The access level of a setter does not count.
  var accessLevel: AccessLevel { lazy.compactMap(\.accessLevel).first ?? .internal }

  /// Whether an access level is explicit.
  var hasAccessLevel: Bool {
    contains { $0.accessLevel != nil }
  }

  /// Returns whether one of the modifiers is `keyword`.
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension DeclModifierSyntax {
  fileprivate var accessLevel: AccessLevel? {
    guard detail == nil else { return nil }
    return switch name.tokenKind {
    case .keyword(.private): .private
    case .keyword(.fileprivate): .fileprivate
    case .keyword(.internal): .internal
    case .keyword(.package): .package
    case .keyword(.public), .keyword(.open): .public
    default: nil
    }
  }
}
