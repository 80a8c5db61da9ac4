/// The widths of the characters of several code points about which terminals disagree.
///
/// The standard values are the greatest ones, because a blank is better than a lost letter. A session asks its terminal
/// for the widths of ``samples``, and uses the answers from then on.
package struct ClusterWidths: Hashable, Sendable {
  /// The width of consonants that are joined into one character.
  package enum Conjuncts: Hashable, Sendable {
    /// A column for each consonant.
    case sum
    /// The sum, but at most two columns.
    case atMostTwo
    /// The width of the first consonant.
    case first
  }

  /// The picture that a terminal shows for a sequence of emoji.
  package enum Pictures: Hashable, Sendable {
    /// The terminal has not answered.
    case unknown
    /// One picture in two columns.
    case one
    /// A picture for each emoji of the sequence.
    case each
  }

  /// The width of a spacing mark behind a letter: 0 or 1.
  package var spacingMark = 1
  /// The width of SARA AM behind a Thai or Lao letter: 0 or 1.
  package var saraAm = 1
  package var conjuncts = Conjuncts.sum
  /// The width of a narrow symbol with the emoji selector: 1 or 2.
  package var emojiPresentation = 2
  /// The picture of emoji that a zero-width joiner connects.
  package var joined = Pictures.unknown
  /// The picture of an emoji with a skin tone.
  package var toned = Pictures.unknown

  /// Creates the widths for a terminal that has not answered.
  package init() {}

  /// The characters whose widths a session asks for, in the order of the answers.
  package static let samples: [String] = [
    "का", "คำ", "ष्ट्र", "❤\u{FE0F}", "🧑\u{200D}🌾", "👍\u{1F3FD}",
  ]

  /// Creates the widths of a terminal.
  ///
  /// - Parameter answers: The widths of ``samples``. Other numbers of answers, and impossible widths, mean that the
  ///   terminal has not answered.
  package init?(answers: [Int]) {
    guard answers.count == Self.samples.count, answers.allSatisfy({ (1...16).contains($0) }) else { return nil }
    spacingMark = answers[0] > 1 ? 1 : 0
    saraAm = answers[1] > 1 ? 1 : 0
    conjuncts = answers[2] > 2 ? .sum : answers[2] == 2 ? .atMostTwo : .first
    emojiPresentation = min(answers[3], 2)
    joined = answers[4] > 2 ? .each : .one
    toned = answers[5] > 2 ? .each : .one
  }
}
