import SwiftSyntax

extension StateProperty {
  /// The declaration of the storage: private, with the isolation, the initial value and the observers of the
  /// property.
  ///
  /// In a property's own observers, Swift accesses the storage directly; otherwise an observer that corrects a value
  /// would call itself. The property is now computed, so these references are replaced with the name of the storage.
  var storageDeclaration: String {
    let isolation = declaration.modifiers.filter { $0.name.tokenKind == .keyword(.nonisolated) }
      .map { $0.trimmedDescription + " " }.joined()
    let finder = OwnReferenceFinder(identifier)
    if let observers = binding.accessorBlock { finder.walk(observers) }
    return "private \(isolation)var " + binding.text(replacing: [name] + finder.references, by: storage)
  }
}

extension SyntaxProtocol {
  /// Returns the trimmed source, in which some tokens are replaced with another text.
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
