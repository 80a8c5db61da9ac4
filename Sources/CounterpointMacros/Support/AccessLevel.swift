import SwiftSyntax

/// How far a declaration can be seen, the narrowest level first.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

  /// The modifier with a space behind it; nothing for `internal`, which need not be said.
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
  /// `public ` or `package `, with which the members have to begin that are to be seen wherever the declaration is.
  ///
  /// Empty for narrower access: Swift lets nobody see more of a member than of what it stands in.
  var accessForMembers: String {
    let level = modifiers.accessLevel
    return level >= .package ? level.prefix : ""
  }
}

extension DeclModifierListSyntax {
  /// The level that is written, or `internal`. A level that only the setter has does not count.
  var accessLevel: AccessLevel { lazy.compactMap(\.accessLevel).first ?? .internal }

  /// Whether a level is written.
  var hasAccessLevel: Bool {
    contains { $0.accessLevel != nil }
  }

  /// Whether one of them is `keyword`.
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
