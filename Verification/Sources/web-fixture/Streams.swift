import CounterpointCore
import CounterpointHTML
import CounterpointSessions
@_spi(Internals) import CounterpointSessionsTestSupport
import Foundation

/// Streams of changes with hostile texts: for the script and the test visitor, which must read the same in them, and as
/// a program for browsers.
enum Streams {
  /// Prints a line of JSON for each stream: its bytes in chunks, the events that the test visitor reads in them, and
  /// the page that they change, as the test visitor shows it before and after them.
  ///
  /// The first streams have every scalar of Unicode in each place of a page. The others are random pages, and random
  /// lines that are no stream of this library.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers.
  ///   - count: The number of random streams.
  static func write(seed: UInt64, count: Int) throws {
    var random = SeededGenerator(seed: seed)
    let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar($0) }
    var streams = 0
    for start in stride(from: 0, to: scalars.count, by: 512) {
      let text = String(String.UnicodeScalarView(scalars[start..<min(start + 512, scalars.count)]))
      let old = page("", "x")
      try write(events(from: old, to: page(text, text)), changing: old, &random)
      streams += 1
    }
    for _ in 0..<count {
      if random.next() % 2 == 0 {
        let old = page(text(&random), text(&random))
        try write(events(from: old, to: page(text(&random), text(&random))), changing: old, &random)
      } else {
        try write(lines(&random), &random)
      }
      streams += 1
    }
    FileHandle.standardError.write(Data("wrote \(streams) streams\n".utf8))
  }

  private static func write(
    _ stream: [UInt8],
    changing page: [HTML]? = nil,
    _ random: inout SeededGenerator
  ) throws {
    var (parser, events, chunks) = (EventParser(), [EventParser.Event](), [String]())
    var rest = stream[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1 + Int(random.next() % 40) * Int(random.next() % 40))
      rest = rest.dropFirst(chunk.count)
      events += parser.add(chunk)
      chunks.append(Data(chunk).base64EncodedString())
    }
    let found = events.map {
      ["event": $0.name, "id": $0.id, "data": $0.data, "retry": $0.retry].compactMapValues(\.self)
    }
    var line: [String: Any] = ["chunks": chunks, "events": found]
    if let page, let changes = events.first(where: { $0.name == "message" && $0.data != nil })?.data {
      let changed = [HTML](markup: page.markup).applying(json: changes)
      line["page"] = page.markup
      line["changed"] = changed?.markup ?? "The changes do not fit the page."
    }
    let data = try JSONSerialization.data(withJSONObject: line)
    try FileHandle.standardOutput.write(contentsOf: data + Data("\n".utf8))
  }

  private static func events(from old: [HTML], to new: [HTML]) -> [UInt8] {
    Array("retry: 1000\n\nid: 1\ndata: \(old.changes(to: new).json)\n\nevent: heartbeat\ndata:\n\n".utf8)
  }

  /// A page that has texts as a text, an attribute, a key and an action.
  static func page(_ text: String, _ other: String) -> [HTML] {
    html {
      Element(.p, .class(other), key: text) { text }
      Element(.pre) { "\n\(other)" }
      Element(.textarea, .name("note")) { text }
      Element.button(Streams.Action.say(text)) { other }
      Element(.input, .type("text"), .value(text))
      Element(.ul) { for part in [text, other] where !part.isEmpty { Element(.li, key: part) { part } } }
    }
  }

  /// Scalars that end lines, combine with others, or mean something to a parser.
  private static let hostile: [Unicode.Scalar] = [
    "\n", "\r", "\0", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{200D}", "\u{301}", "\u{E33}",
    "\u{FF9E}", "\u{600}", "\u{202E}", "\u{FFFD}", "\u{1F468}", "\u{10FFFF}", "\u{E000}", ":", " ", "\"", "\\", "<",
    "&",
    ">", "'", "]", "a", "é", "-", "/",
  ]

  static func text(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<(random.next() % 12) {
      if random.next() % 4 == 0, let scalar = Unicode.Scalar(UInt32(random.next() % 0x110000)) {
        text.append(scalar)
      } else {
        text.append(hostile[Int(random.next() % UInt64(hostile.count))])
      }
    }
    return String(text)
  }

  /// Lines that no server of this library writes.
  private static func lines(_ random: inout SeededGenerator) -> [UInt8] {
    let names = ["data", "event", "id", "retry", "", "other", "\u{FEFF}data", "Data", "data ", "__proto__"]
    var bytes: [UInt8] = []
    for _ in 0..<(random.next() % 12) {
      bytes += names[Int(random.next() % UInt64(names.count))].utf8
      bytes += ["", ":", ": ", ":  "][Int(random.next() % 4)].utf8
      bytes += text(&random).utf8
      if random.next() % 16 == 0 { bytes.append(UInt8(random.next() % 256)) }
      bytes += ["\n", "\r", "\r\n", "\n\n", "\r\r", "\r\n\r\n"][Int(random.next() % 6)].utf8
    }
    return bytes
  }

  // MARK: A program for browsers

  struct State: Equatable, Sendable {
    var number = 0
    var said = ""
    var note = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case next, say(String), noted(String)
  }

  static let app = WebApp<State, Action>(
    title: "Streams",
    fields: { [WebField("note", $0.binding(get: \.note, send: Action.noted))] },
    viewStore: { actor in
      Store(initialState: State(), isolation: actor) {
        Reduce<State, Action> { state, action in
          switch action {
          case .next: state.number += 1
          case .say(let text): state.said = text
          case .noted(let text): state.note = text
          }
          return .none
        }
      }.view
    },
    screen: { state in
      var random = SeededGenerator(seed: UInt64(state.number) &* 7_919)
      let (first, second) = (text(&random), text(&random))
      return html {
        Element.button(Action.next, .id("next")) { "Next" }
        Element(.p, .id("number")) { "\(state.number)" }
        Element(.div, .id("content")) { page(first, second).filter { $0 != .text("") } }
        Element(.p, .id("long")) { String(repeating: "\(state.number % 10)", count: 150_000) }
      }
    }
  )
}

/// A generator of random numbers with a seed: xorshift.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 8
  }
}
