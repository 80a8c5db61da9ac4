@_spi(Internals) import CounterpointSupport

/// JSON that is being written: its bytes, its open containers, which form a stack, and its fields.
///
/// A value, so that each call of an output has to check only once that no other one is in progress; it is never copied.
struct OpenJSON: ~Copyable {
  /// The number of keys in the paths of fields.
  private static let depthOfFields = 2
  /// The number of containers in one another that are written. A reader accepts some more, because a line has
  /// containers around a value.
  private static let depthLimit = 250
  /// The bytes that most values have room in.
  private static let usualLength = 128

  /// The number of containers around the JSON.
  let outerDepth: Int
  /// Whether parts of the value are remembered, so that long texts are hashed instead of kept.
  var isRemembering = false
  /// Whether the fields are noted.
  private let notesFields: Bool
  var bytes: [UInt8] = []
  /// The long texts that ``bytes`` does not contain, in their order.
  private var omissions: [(position: Int, text: HashedText)] = []
  /// The fields of the value and of its direct fields, if they are remembered.
  private var fields: [EncodedValue.Field] = []
  /// The same, if they are not remembered.
  private var ranges: [(path: String, range: Range<Int>)] = []
  /// The fields that were not written because they are `nil`.
  private var absent: [AbsentField] = []
  private var containers: [Container] = []
  private var lastContainer = 0
  /// The number of containers that the value being written has opened, and that can be those of a list.
  var lists = 0
  /// Whether the positions of elements are noted, because their container may be that of a set or a dictionary.
  var notesElements = false
  /// The memory of the container whose element is written next, and the key of the element.
  private var memory: (container: EncodedPart, key: String)?
  /// The first misuse of a container by a call that can't throw.
  private(set) var error: EncodingError?

  struct Container {
    fileprivate let number: Int
    let isKeyed: Bool
    fileprivate let memory: EncodedPart?
    /// The positions at which the container begins.
    fileprivate let start: (bytes: Int, fields: Int, ranges: Int)
    fileprivate var count = 0
    /// The positions at which the elements begin, if they are noted.
    fileprivate(set) var elements: [Int] = []
    /// A nested container that is not complete: its field, and where it begins.
    fileprivate var field: (path: String, start: Int)?
  }

  /// A position in the JSON, to which it can be shortened.
  struct Position {
    let bytes: Int
    fileprivate let omissions: Int
    fileprivate let fields: Int
    fileprivate let ranges: Int
    fileprivate let absent: Int
    fileprivate let field: (path: String, start: Int)?
  }

  init(outerDepth: Int = 0, notesFields: Bool = true) {
    self.outerDepth = outerDepth
    self.notesFields = notesFields
    bytes.reserveCapacity(Self.usualLength)
  }

  /// The end. Setting an earlier one removes what was written since.
  var position: Position {
    get {
      Position(
        bytes: bytes.count,
        omissions: omissions.count,
        fields: fields.count,
        ranges: ranges.count,
        absent: absent.count,
        field: containers.last?.field
      )
    }
    set {
      bytes.removeLast(bytes.count - newValue.bytes)
      omissions.removeLast(omissions.count - newValue.omissions)
      fields.removeLast(fields.count - newValue.fields)
      ranges.removeLast(ranges.count - newValue.ranges)
      absent.removeLast(absent.count - newValue.absent)
      if let last = containers.indices.last { containers[last].field = newValue.field }
    }
  }

  /// Returns whether nothing was written since a position.
  func isEmpty(since position: Position) -> Bool {
    bytes.count == position.bytes && omissions.count == position.omissions
  }

  /// Returns whether a text without its bytes was appended since a position.
  func hasOmissions(since position: Position) -> Bool { omissions.count > position.omissions }

  /// Notes that the JSON can't be read.
  mutating func fail(_ description: String, path: [any CodingKey] = []) {
    guard error == nil else { return }
    error = .invalidValue(description, EncodingError.Context(codingPath: path, debugDescription: description))
  }

  mutating func fail(_ other: EncodingError?) { error = error ?? other }

  // MARK: Texts

  /// The result.
  mutating func encodedValue() -> EncodedValue {
    guard !isRemembering else { return EncodedValue(text: takeText(from: 0), fields: fields, absent: absent) }
    let fields = ranges.map { EncodedValue.Field(path: $0.path, text: .kept(bytes[$0.range])) }
    return EncodedValue(text: .kept(bytes[...]), fields: fields, absent: absent)
  }

  /// Appends a long text without its bytes.
  mutating func append(_ text: HashedText) { omissions.append((bytes.count, text)) }

  /// Appends what was written for the same value before.
  mutating func append(_ output: EncodedPart.Output) {
    switch output.text {
    case .kept(let text): bytes += text
    case .hashed(let text): append(text)
    }
    absent += output.absent
    fields += output.fields
  }

  /// Returns what was written since a position, as a part of a value.
  ///
  /// - Parameters:
  ///   - text: Its text.
  ///   - start: The position.
  func output(_ text: EncodedText, since start: Position) -> EncodedPart.Output {
    // The end of the value's container has ended the field that contains the value, which is not inside of it.
    let hasEndedField = start.field != nil && containers.last?.field == nil
    let fieldsInside = fields[start.fields...].dropLast(hasEndedField ? 1 : 0)
    return EncodedPart.Output(text: text, fields: Array(fieldsInside)[...], absent: Array(absent[start.absent...]))
  }

  /// Returns the text from a position on. Removes the bytes of a long text, because its hash is enough for the texts
  /// that contain it.
  mutating func takeText(from start: Int) -> EncodedText {
    // The text before ends with a comma, a colon or a bracket, so no omission in it has the same position.
    let omitted = omissions.lastIndex { $0.position < start }.map { $0 + 1 } ?? 0
    if omitted == omissions.count, bytes.count - start <= HashedText.limit {
      return .kept(Array(bytes[start...])[...])
    }
    let text = hashedText(start..<bytes.count)
    bytes.removeLast(bytes.count - start)
    omissions.removeLast(omissions.count - omitted)
    append(text)
    return .hashed(text)
  }

  /// Returns the hash of a text that consists of whole values.
  private func hashedText(_ range: Range<Int>) -> HashedText {
    var text = HashedText()
    var position = range.lowerBound
    for omission in omissions where range.lowerBound...range.upperBound ~= omission.position {
      if omission.position > position { text.append(HashedText(bytes[position..<omission.position])) }
      text.append(omission.text)
      position = omission.position
    }
    if range.upperBound > position { text.append(HashedText(bytes[position..<range.upperBound])) }
    return text
  }

  // MARK: Containers

  /// The number of open containers.
  var depth: Int { containers.count }

  /// Returns the number of containers around the elements of an open container; `nil` if it is closed.
  func depth(inside number: Int) -> Int? {
    if containers.last?.number == number { return containers.count }
    return containers.lastIndex { $0.number == number }.map { $0 + 1 }
  }

  /// Opens a container.
  ///
  /// - Returns: The container's number.
  mutating func open(isKeyed: Bool, isList: Bool, _ memory: EncodedPart?) -> Int {
    if isList { lists += 1 }
    let start = (bytes.count, fields.count, ranges.count)
    bytes.append(UInt8(ascii: isKeyed ? "{" : "["))
    lastContainer += 1
    containers.append(Container(number: lastContainer, isKeyed: isKeyed, memory: memory, start: start))
    if outerDepth + containers.count > Self.depthLimit { fail("A value is nested too deep to be read again.") }
    return lastContainer
  }

  /// Continues the innermost container.
  ///
  /// - Returns: The container's number.
  mutating func reopen(isKeyed: Bool) -> Int {
    let container = containers[containers.count - 1]
    if container.isKeyed != isKeyed { fail("A value was encoded as an object and as an array.") }
    return container.number
  }

  /// Closes the innermost containers, until so many are open.
  ///
  /// - Returns: A closed container whose elements may have to be sorted. Then ``endField()`` and another call follow.
  mutating func close(to depth: Int) -> Container? {
    while containers.count > depth {
      let container = containers.removeLast()
      bytes.append(UInt8(ascii: container.isKeyed ? "}" : "]"))
      if !container.elements.isEmpty { return container }
      endField()
    }
    return nil
  }

  /// Returns the texts of the elements of a container that was closed last.
  func texts(ofElementsOf container: Container) -> [Range<Int>] {
    let ends = container.elements.dropFirst().map { $0 - 1 } + [bytes.count - 1]
    return zip(container.elements, ends).map { $0..<$1 }
  }

  /// Returns the hash of the text of a container that was closed last.
  func hashedText(of container: Container) -> HashedText { hashedText(container.start.bytes..<bytes.count) }

  /// Returns the hash of elements of a container.
  func hashedText(ofElements texts: ArraySlice<Range<Int>>) -> HashedText {
    guard let first = texts.first, let last = texts.last else { return HashedText() }
    return hashedText(first.lowerBound..<last.upperBound)
  }

  /// Replaces the text of a container that was closed last.
  mutating func replace(_ container: Container, with text: [UInt8]) {
    let omitted = omissions.lastIndex { $0.position < container.start.bytes }.map { $0 + 1 } ?? 0
    omissions.removeLast(omissions.count - omitted)
    bytes.removeLast(bytes.count - container.start.bytes)
    // The entries of a dictionary are no fields.
    fields.removeLast(fields.count - container.start.fields)
    ranges.removeLast(ranges.count - container.start.ranges)
    bytes += text
  }

  /// Prepares the next element of the innermost container.
  mutating func beginElement(_ key: String?) {
    let index = containers.count - 1
    let count = containers[index].count
    containers[index].count = count + 1
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    if notesElements { containers[index].elements.append(bytes.count) }
    if let part = containers[index].memory { memory = (part, key ?? "\(count)") }
    guard let key else { return }
    bytes.append(quoted: key)
    bytes.append(UInt8(ascii: ":"))
    if let parent = parent(in: index) {
      containers[index].field = (FieldPath.joined(parent, key), bytes.count)
    }
  }

  /// Notes that a container does not have an element, because it is `nil`.
  mutating func noteAbsence(_ number: Int, key: String) {
    if let depth = depth(inside: number), let parent = parent(in: depth - 1) {
      absent.append(AbsentField(parent: parent, key: key))
    }
  }

  /// Returns the path of an open container; `nil` if its elements are no fields.
  private func parent(in index: Int) -> String? {
    // Only keyed containers have fields, and only those whose parents have.
    guard notesFields, index < Self.depthOfFields else { return nil }
    return index == 0 ? "" : containers[index - 1].field?.path
  }

  /// Ends the field of the innermost container, if one is open.
  mutating func endField() {
    guard let index = containers.indices.last, let field = containers[index].field else { return }
    containers[index].field = nil
    if isRemembering {
      fields.append(EncodedValue.Field(path: field.path, text: takeText(from: field.start)))
    } else {
      ranges.append((field.path, field.start..<bytes.count))
    }
  }

  // MARK: Memory

  /// Makes the next value the content of another one.
  mutating func beginContent(of memory: EncodedPart?) { self.memory = memory.map { ($0, "") } }

  /// Returns the memory of the value that is written next: that of its container, and its key.
  mutating func takeMemory() -> (container: EncodedPart, key: String)? {
    guard let memory else { return nil }
    self.memory = nil
    return memory
  }
}

extension [UInt8] {
  /// Appends a string as JSON.
  mutating func append(quoted string: String) {
    append(UInt8(ascii: "\""))
    let start = count
    append(contentsOf: string.utf8)
    // The bytes of an array are read faster than those of a string.
    if self[start...].contains(where: \.isEscapedInJSON) {
      removeLast(count - start)
      for byte in string.utf8 { append(escaped: byte) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x0A: append("\\n")
    case _ where byte.isEscapedInJSON:
      append(byte < 0x10 ? "\\u000\(String(byte, radix: 16))" : "\\u00\(String(byte, radix: 16))")
    default: append(byte)
    }
  }

  /// Appends the bytes of a text.
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a text and a number. Each is short, so that it needs no memory of its own.
  mutating func append(_ text: String, _ number: some BinaryInteger) {
    append(text)
    append("\(number)")
  }
}

extension UInt8 {
  fileprivate var isEscapedInJSON: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
