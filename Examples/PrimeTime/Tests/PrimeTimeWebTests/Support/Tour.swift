import CounterpointTerminal
import Foundation
import PrimeTimeTerminal

/// The script of intents for every platform, with the expected result of each line.
struct Tour {
  struct Step {
    let intent: Intent
    let expectation: Expectation
    let text: String
  }

  enum Expectation: Equatable {
    case alert(String?)
    /// Whether the count is reported as prime; `nil` if there is no answer.
    case answer(Bool?)
    case count(Int)
    case favorites([Int])
  }

  struct Mistake: Error {
    let line: String
  }

  let steps: [Step]

  init(filePath: String = #filePath) throws {
    let url = URL(fileURLWithPath: filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(components: "Intents", "tour.txt")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    steps = try lines.map { line in
      let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, let expectation = Expectation(parts[1]) else { throw Mistake(line: String(line)) }
      return Step(intent: try Intent(parts[0]), expectation: expectation, text: String(line))
    }
  }
}

extension Tour.Expectation {
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch (parts.first, parts.last) {
    case ("no", "alert"): self = .alert(nil)
    case ("no", "answer"): self = .answer(nil)
    case ("answer", "prime"): self = .answer(true)
    case ("answer", "not prime"): self = .answer(false)
    case ("alert", let title?): self = .alert(title)
    case ("count", let number?): self = .count(Int(number) ?? .min)
    case ("favorites", let list?):
      self = .favorites(list.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) })
    default: return nil
    }
  }
}
