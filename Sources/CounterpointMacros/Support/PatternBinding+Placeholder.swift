import SwiftSyntax

extension PatternBindingSyntax {
  /// The binding with a placeholder for its type: `x: <#Type#> = f()` for `x = f()`.
  var withTypePlaceholder: PatternBindingSyntax { with(type: "<#Type#>") }

  /// Returns the binding with a type annotation.
  func with(type: String) -> PatternBindingSyntax {
    var binding = self
    binding.pattern.trailingTrivia = []
    binding.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: IdentifierTypeSyntax(name: .identifier(type)),
      trailingTrivia: pattern.trailingTrivia
    )
    return binding
  }
}
