import SwiftSyntax

extension StateProperty {
  /// The declaration of what is behind the property: private, isolated as the property is, with its initial value and its
  /// observers.
  ///
  /// In its own observers, Swift takes the name of a property for what is stored, else an observer that corrects a value
  /// would call itself. The property is computed now, so these references get the name of the storage.
  var storageDeclaration: String {
    let isolation = declaration.modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }
      .map { $0.trimmedDescription + " " }.joined()
    let finder = OwnReferenceFinder(identifier)
    if let observers = binding.accessorBlock { finder.walk(observers) }
    return "private \(isolation)var " + binding.text(replacing: [name] + finder.references, by: storage)
  }
}

extension SyntaxProtocol {
  /// The source without what stands around it, with another text in the place of some tokens.
  fileprivate func text(replacing tokens: [TokenSyntax], by replacement: String) -> String {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    var text = Array(trimmedDescription.utf8)
    for token in tokens.sorted(by: { $0.position > $1.position }) {
      let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset - start
      text.replaceSubrange(offset..<(offset + token.trimmedLength.utf8Length), with: replacement.utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
