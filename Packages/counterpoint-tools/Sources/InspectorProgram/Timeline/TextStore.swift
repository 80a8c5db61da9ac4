/// Texts in large buffers, without an allocation for each.
struct TextStore: Equatable, Sendable {
  /// The position of a text.
  struct Span: Hashable, Sendable {
    static let none = Span(buffer: 0, start: 0, count: 0)

    var buffer: Int32
    var start: Int32
    var count: Int32

    var isEmpty: Bool { count == 0 }
  }

  private static let bufferSize = 1 << 16

  private var buffers: [[UInt8]] = [[]]

  /// Appends the text that the closure writes.
  mutating func append(_ write: (inout [UInt8]) -> Void) -> Span {
    if buffers[buffers.count - 1].count >= Self.bufferSize { buffers.append([]) }
    let last = buffers.count - 1
    let start = buffers[last].count
    write(&buffers[last])
    return Span(buffer: Int32(last), start: Int32(start), count: Int32(buffers[last].count - start))
  }

  subscript(span: Span) -> ArraySlice<UInt8> {
    buffers[Int(span.buffer)][Int(span.start)..<Int(span.start + span.count)]
  }
}

/// Strings that are kept once each, as numbers.
struct InternedStrings: Equatable, Sendable {
  /// The number of the empty string.
  static let empty: Int32 = 0

  private(set) var strings = [""]
  private var numbers: [String: Int32] = ["": empty]

  mutating func number(of string: String) -> Int32 {
    if let number = numbers[string] { return number }
    let number = Int32(strings.count)
    strings.append(string)
    numbers[string] = number
    return number
  }

  subscript(number: Int32) -> String { strings[Int(number)] }
}
