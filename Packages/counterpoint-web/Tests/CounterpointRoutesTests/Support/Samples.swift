import CounterpointRoutes
import CounterpointTestSupport
import Foundation

extension SeededGenerator {
  /// A text of up to six pieces that addresses treat specially, or of any scalars.
  mutating func text() -> String {
    let pieces = [
      "/", "//", "%", "%2F", "%2", "%zz", "+", " ", "?", "#", "&", "=", ";", ".", "..", "~", "~~", "\\", "\0", "\n",
      "\r\n",
      "a", "Z", "0", "é", "e\u{301}", "\u{301}", "\u{FEFF}", "日本", "👩‍👩‍👧", "\u{202E}", "'", "\"", "<", "{", "|", "^", "`",
    ]
    return (0..<Int.random(in: 0...6, using: &self)).map { _ in
      if Bool.random(using: &self) { return pieces.randomElement(using: &self)! }
      let number = UInt32.random(in: 0...0x10FFFF, using: &self)
      return Unicode.Scalar(number).map(String.init) ?? "\u{FFFD}"
    }
    .joined()
  }

  mutating func texts() -> [String] {
    (0..<Int.random(in: 0...4, using: &self)).map { _ in text() }
  }

  mutating func address() -> WebAddress {
    WebAddress(path: texts(), query: texts().map { WebAddress.QueryItem(name: $0, value: text()) })
  }

  mutating func day() -> Date {
    Date(timeIntervalSince1970: 86_400 * Double(Int.random(in: -719_528...2_932_896, using: &self)))
  }

  mutating func uuid() -> UUID {
    let digits = (0..<32).map { _ in "0123456789ABCDEF".randomElement(using: &self)! }
    let groups = [digits[..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20...]]
    return UUID(uuidString: groups.map { String($0) }.joined(separator: "-"))!
  }
}
