import Foundation

extension RecordingLine {
  /// The reason for which a line can't be read.
  package struct ParsingError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Parses a line. The payloads are not decoded; only their extent is found.
  ///
  /// - Parameter bytes: The line, without its end.
  /// - Throws: A ``ParsingError``.
  package init(parsing bytes: ArraySlice<UInt8>) throws {
    try self.init(JSONMembers(parsing: bytes))
  }

  /// Interprets the members of a line.
  ///
  /// - Throws: A ``ParsingError``.
  package init(_ object: JSONMembers) throws {
    if let version = try object.integer("v"), version != Self.version {
      throw ParsingError(
        description: "The recording has version \(version), and this code reads version \(Self.version)."
      )
    }
    guard let store = try object.integer("s") else { throw ParsingError(description: "The line has no store ('s').") }
    if let feature = try object.string("feature") {
      let date = try object.value("at", as: Double.self) ?? 0
      self = .header(
        Header(
          store: store,
          feature: feature,
          label: try object.string("label"),
          date: date,
          marksComparisons: try object.integer("c") == 1
        )
      )
    } else if let name = try object.string("shared"), let value = object.text("to") {
      self = .shared(Shared(store: store, name: name, value: value))
    } else if let number = try object.count("effect") {
      self = .effect(
        Effect(
          store: store,
          number: number,
          time: try object.integer("t").map(Int64.init) ?? 0,
          event: try Effect.Event(object)
        )
      )
    } else if let number = try object.count("n") {
      self = try Self.numbered(store: store, number: number, object)
    } else {
      throw ParsingError(description: "The line has no action number ('n').")
    }
  }

  private static func numbered(store: Int, number: Int, _ object: JSONMembers) throws -> Self {
    let opaque = try object.string("opaque")
    if object.text("state") != nil {
      let numbering = try object.count("stack") ?? 0
      let state = object.payload("state")
      return .snapshot(
        Snapshot(
          store: store,
          number: number,
          numbering: numbering,
          state: state,
          opaque: opaque,
          restart: try object.count("restart"),
          absent: try object.elements("nil").compactMap { try $0.string }
        )
      )
    }
    if let cause = object.text("by") {
      return .action(
        Action(
          store: store,
          number: number,
          time: try object.integer("t").map(Int64.init) ?? 0,
          cause: try Cause(parsing: cause),
          numbering: try object.count("stack"),
          action: object.payload("a"),
          opaque: opaque,
          isUncompared: try object.integer("c") == 0
        )
      )
    }
    var result = Result(store: store, number: number)
    result.isEnd = try object.integer("end") == 1
    result.isUncompared = try object.integer("c") == 0
    result.duration = try object.integer("took").map(Int64.init)
    result.reads = try object.elements("r").map { read in
      let parts = try JSONMembers.elements(of: read.bytes[...])
      guard let name = parts.first else { throw ParsingError(description: "A read has no name.") }
      return Read(name: try name.string ?? "", value: parts.dropFirst().first)
    }
    result.changes =
      try object.members("f").map { FieldChange(path: $0.key, value: .json($0.value)) }
      + object.members("d").map { member in
        let text = try member.value.string ?? ""
        if text.isEmpty { return FieldChange(path: member.key, value: .absent) }
        guard let digest = UInt64(text, radix: 36) else { throw ParsingError(description: "'\(text)' is no digest.") }
        return FieldChange(path: member.key, value: .digest(digest))
      }
    return .result(result)
  }
}

extension RecordingLine.Effect.Event {
  fileprivate init(_ object: JSONMembers) throws {
    if let location = try object.string("run") {
      let ids = try object.elements("ids").compactMap { try $0.string }
      let reduction = try object.count("of") ?? 0
      self = .began(.init(reduction: reduction, location: location, name: try object.string("name"), ids: ids))
    } else {
      self = try object.integer("canceled") == nil ? .ended : .canceled
    }
  }
}

extension RecordingLine.Cause {
  fileprivate init(parsing text: JSONText) throws {
    let parts = try JSONMembers.elements(of: text.bytes[...])
    func string(_ index: Int) throws -> String {
      guard index < parts.count else { throw RecordingLine.ParsingError(description: "A cause is too short: \(text)") }
      return try parts[index].string ?? ""
    }
    func number() throws -> Int {
      guard parts.count > 1 else { throw RecordingLine.ParsingError(description: "A cause is too short: \(text)") }
      return try parts[1].count ?? 0
    }
    self =
      switch try string(0) {
      case "u": .user(try string(1))
      case "o": .observer(try string(1))
      case "e": .effect(of: try number(), try string(2))
      case "r": .reducer(of: try number())
      default: throw RecordingLine.ParsingError(description: "The cause is unknown: \(text)")
      }
  }
}

extension JSONText {
  // A decoder costs twenty times as much as the scan of a line, so strings without escapes and integers need none.

  package var integer: Int? {
    get throws {
      var (value, digits) = (0, bytes)
      let isNegative = digits.first == UInt8(ascii: "-")
      if isNegative { digits.removeFirst() }
      // Of 18 digits, each number is an integer.
      guard (1...18).contains(digits.count), digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
        return isNull ? nil : try decoded(as: Int.self)
      }
      for digit in digits { value = value * 10 + Int(digit - UInt8(ascii: "0")) }
      return isNegative ? -value : value
    }
  }

  /// A number that a recorder counts, such as that of an action.
  ///
  /// Throws the error of a number that no recorder reaches: calculations with it could overflow.
  var count: Int? {
    get throws {
      guard let value = try integer else { return nil }
      guard (0..<1 << 53).contains(value) else {
        throw RecordingLine.ParsingError(description: "No recorder counts to \(value).")
      }
      return value
    }
  }

  package var string: String? {
    get throws {
      if bytes.first == UInt8(ascii: "\""), !bytes.contains(UInt8(ascii: "\\")),
        let string = String(validating: bytes.dropFirst().dropLast(), as: UTF8.self)
      {
        return string
      }
      return isNull ? nil : try decoded(as: String.self)
    }
  }

  var isNull: Bool { bytes.elementsEqual("null".utf8) }

  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    do {
      return try CanonicalJSON.decoder().decode(Value.self, from: data)
    } catch {
      throw RecordingLine.ParsingError(description: "'\(self)' is not of type '\(type)'.")
    }
  }
}

/// The members of a JSON object as texts. Foundation's decoder would round large numbers of the payloads.
package struct JSONMembers {
  private var members: [(key: String, value: JSONText)] = []

  /// All members, in their order.
  var all: [(key: String, value: JSONText)] { members }

  package init(parsing bytes: ArraySlice<UInt8>) throws {
    var scanner = JSONScanner(rest: bytes)
    members = try scanner.object()
    guard scanner.isAtEnd else { throw RecordingLine.ParsingError(description: "Something follows the object.") }
  }

  /// Returns the elements of an array.
  package static func elements(of bytes: ArraySlice<UInt8>) throws -> [JSONText] {
    var scanner = JSONScanner(rest: bytes)
    return try scanner.array()
  }

  package func text(_ key: String) -> JSONText? { members.first { $0.key == key }?.value }

  /// Returns the text of a member, `nil` if it is absent or `null`.
  package func payload(_ key: String) -> JSONText? { text(key).flatMap { $0.isNull ? nil : $0 } }

  func value<Value: Decodable>(_ key: String, as type: Value.Type) throws -> Value? {
    try payload(key)?.decoded(as: type)
  }

  package func integer(_ key: String) throws -> Int? { try text(key)?.integer }

  func count(_ key: String) throws -> Int? { try text(key)?.count }

  package func string(_ key: String) throws -> String? { try text(key)?.string }

  package func elements(_ key: String) throws -> [JSONText] {
    try text(key).map { try Self.elements(of: $0.bytes[...]) } ?? []
  }

  func members(_ key: String) throws -> [(key: String, value: JSONText)] {
    try text(key).map { try JSONMembers(parsing: $0.bytes[...]).members } ?? []
  }
}

/// Finds the extent of JSON values.
private struct JSONScanner {
  /// The number of containers in one another that are accepted. Deeper ones could overflow the stack.
  private static let depthLimit = 256

  var rest: ArraySlice<UInt8>
  private var depth = 0

  init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func object() throws -> [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    try list("{", "}") { scanner in
      guard let key = try JSONText(scanner.string()).string else { return }
      try scanner.take(":")
      members.append((key, JSONText(try scanner.value())))
    }
    return members
  }

  mutating func array() throws -> [JSONText] {
    var elements: [JSONText] = []
    try list("[", "]") { elements.append(JSONText(try $0.value())) }
    return elements
  }

  private mutating func list(_ begin: Unicode.Scalar, _ end: Unicode.Scalar, _ element: (inout Self) throws -> Void)
    throws
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw RecordingLine.ParsingError(description: "A value is nested too deep.") }
    try take(begin)
    if rest.first == UInt8(ascii: end) {
      rest.removeFirst()
      return
    }
    while true {
      try element(&self)
      guard rest.first == UInt8(ascii: ",") else { break }
      rest.removeFirst()
    }
    try take(end)
  }

  private mutating func take(_ scalar: Unicode.Scalar) throws {
    guard rest.first == UInt8(ascii: scalar) else {
      let place = rest.isEmpty ? "at the end" : "before '\(Self.printable(rest.prefix(20)))'"
      throw RecordingLine.ParsingError(description: "'\(scalar)' was expected \(place).")
    }
    rest.removeFirst()
  }

  /// Returns a part of a file for an error, without control characters. A terminal would execute them.
  private static func printable(_ bytes: some Sequence<UInt8>) -> String {
    let scalars = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars
    return scalars.map { $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  private mutating func string() throws -> ArraySlice<UInt8> {
    let all = rest
    try take("\"")
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return all[..<rest.startIndex] }
      if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
    }
    throw RecordingLine.ParsingError(description: "A string does not end.")
  }

  private mutating func value() throws -> ArraySlice<UInt8> {
    let all = rest
    switch rest.first {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "{"):
      try list("{", "}") { scanner in
        _ = try scanner.string()
        try scanner.take(":")
        _ = try scanner.value()
      }
    case UInt8(ascii: "["): try list("[", "]") { _ = try $0.value() }
    default:
      rest = rest.drop { byte in
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): false
        default: true
        }
      }
    }
    guard rest.startIndex > all.startIndex else { throw RecordingLine.ParsingError(description: "A value is missing.") }
    return all[..<rest.startIndex]
  }
}
