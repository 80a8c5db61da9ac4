import SwiftSyntax

extension PatternBindingSyntax {
  /// The binding with a type to be filled in: `x: <#Type#> = f()` for `x = f()`.
  var withTypePlaceholder: PatternBindingSyntax { with(type: "<#Type#>") }

  /// The binding with a type.
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
