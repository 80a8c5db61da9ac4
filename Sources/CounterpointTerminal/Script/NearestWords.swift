/// Returns the words that a misspelled word may stand for.
///
/// ```swift
/// nearestWords(to: "incremet", among: ["increment", "decrement", "quit"])  // ["increment", "decrement"]
/// ```
///
/// - Parameters:
///   - word: The misspelled word.
///   - words: The known words.
/// - Returns: Up to three of them, the nearest first: those with at most half of the letters wrong, and those with
///   the same beginning.
public func nearestWords(to word: String, among words: [String]) -> [String] {
  words
    .map { (word: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= max(2, word.count / 2) || $0.word.hasPrefix(word) || word.hasPrefix($0.word) }
    .sorted { $0.distance < $1.distance }
    .prefix(3)
    .map(\.word)
}

/// Returns the number of characters to insert, remove or replace to convert one text into another.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var distances = Array(0...right.count)
  for (row, character) in left.enumerated() {
    var diagonal = distances[0]
    distances[0] = row + 1
    for column in right.indices {
      let replaced = diagonal + (character == right[column] ? 0 : 1)
      diagonal = distances[column + 1]
      distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
    }
  }
  return distances[right.count]
}
