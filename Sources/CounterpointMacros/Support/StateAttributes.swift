import SwiftSyntax
import SwiftSyntaxMacros

/// The attributes of properties of an observable state that have no accessors of `@ObservationStateTracked`.
enum StateAttributes {
  /// Wrappers, most of which observe reads themselves.
  static let wrappers: Set<String> = [
    "Shared", "SharedReader", "Fetch", "FetchAll", "FetchOne", "PresentationState",
  ]

  /// The wrappers and `@ObservationStateIgnored`. The remaining names are errors, which are reported.
  static let untracked = wrappers.union(["ObservationStateIgnored", "ObservationIgnored", "ObservationTracked"])
}

extension MacroExpansionContext {
  /// Whether the expanded property is in a struct with `@ObservableState`, whose members its accessors use.
  var isInObservableState: Bool {
    let type = lexicalContext.lazy.compactMap { $0.as(StructDeclSyntax.self) }.first
    return type?.attributes.contains(["ObservableState"]) ?? false
  }
}
