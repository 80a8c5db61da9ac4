public import Foundation

extension String {
  /// The characters of a text, without how they look.
  ///
  /// Nothing is replaced or escaped: what shows the string has to.
  ///
  /// - Parameters:
  ///   - state: The text.
  ///   - locale: Changes nothing, because texts are never translated; here for code that is shared with platforms where
  ///     they are.
  public init(state: TextState, locale: Locale? = nil) {
    self = state.parts.reduce(into: "") { $0 += $1.text }
  }
}
