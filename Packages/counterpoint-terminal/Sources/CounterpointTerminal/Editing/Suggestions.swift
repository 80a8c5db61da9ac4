/// Words that complete the text of a ``TextField``.
///
/// ```swift
/// var field = TextField(suggestions: ["quit", "query", "open"])
/// field.handle(.key("q"))
/// field.suggestion         // "query"
/// field.handle(.key(.right))
/// field.text               // "query"
/// ```
public struct Suggestions: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The words in order, without duplicates.
  public let words: [String]

  /// Creates suggestions.
  ///
  /// - Parameter words: The words, in any order.
  /// - Complexity: O(n log n), where n is the number of words. Create the value once, and not for each key.
  public init(_ words: some Sequence<String>) { self.words = Set(words).sorted() }

  /// Creates suggestions from their words.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Returns the positions of the words that begin with a text and are longer.
  ///
  /// - Parameter beginning: The text. An empty one has no completions.
  /// - Complexity: O(log n), where n is the number of words.
  public func completions(of beginning: String) -> Range<Int> {
    guard !beginning.isEmpty else { return 0..<0 }
    let first = partition { $0 < beginning || $0 == beginning }
    return first..<max(first, partition { $0 <= beginning || $0.hasPrefix(beginning) })
  }

  /// Returns the number of words at the start for which a condition holds that no later word fulfills.
  private func partition(_ belongsToStart: (String) -> Bool) -> Int {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if belongsToStart(words[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
