@_spi(Internals) import CounterpointSupport
import Foundation

/// The bytes of a JSON text that is being written. The open containers form a stack.
final class JSONOutput {
  static let infinity = "Infinity"
  static let notANumber = "NaN"
  /// The number of keys in the paths of ``fields``.
  private static let depthOfFields = 2
  /// The number of containers in one another that are written. A reader accepts some more, because a line has
  /// containers around a value.
  private static let depthLimit = 250

  let userInfo: [CodingUserInfoKey: any Sendable]
  private let redaction: Redaction
  private let references: () -> Int
  /// The number of containers around the output.
  private let outerDepth: Int
  private(set) var bytes: [UInt8] = []
  /// The long texts that ``bytes`` does not contain, in their order.
  private var omissions: [(position: Int, text: HashedText)] = []
  /// Whether parts of the value are remembered, so that long texts are hashed instead of kept.
  private var isRemembering = false
  /// The memory of the container whose element is written next, and the key of the element.
  private var memory: (container: EncodedPart, key: String)?
  /// The types of the values that were written for each value that is being written, if there is a redaction.
  private var written: [[Any.Type]] = []
  /// The number of objects that were encoded.
  private var objects = 0
  /// The fields of the value and of its direct fields, if they are remembered.
  private var fields: [EncodedValue.Field] = []
  /// The same, if they are not remembered.
  private var ranges: [(path: String, range: Range<Int>)] = []
  /// Whether the fields are noted.
  private var notesFields = true
  /// The fields that were not written because they are `nil`.
  private var absent: [AbsentField] = []
  private var containers: [OpenContainer] = []
  private var lastContainer = 0
  /// The number of containers that the value being written has opened, and that can be those of a list.
  private var lists = 0
  /// The lists of the value that is being written, if it writes one of them by the list's own `encode(to:)`.
  private var ownedLists = StoredLists()
  /// The first misuse of a container by a call that can't throw.
  private(set) var error: EncodingError?

  private struct OpenContainer {
    let number: Int
    let isKeyed: Bool
    let memory: EncodedPart?
    /// The positions at which the container begins.
    let start: (bytes: Int, fields: Int, ranges: Int)
    var count = 0
    /// The positions at which the elements begin, if the container may be that of a set or a dictionary.
    var elements: [Int] = []
    /// A nested container that is not complete: its field, and where it begins.
    var field: (path: String, start: Int)?
  }

  init(
    userInfo: [CodingUserInfoKey: any Sendable],
    redaction: Redaction,
    references: @escaping () -> Int = { 0 }
  ) {
    self.userInfo = userInfo
    self.redaction = redaction
    self.references = references
    outerDepth = 0
  }

  /// Creates an output for a part.
  private init(in outer: JSONOutput) {
    userInfo = outer.userInfo
    redaction = outer.redaction
    references = outer.references
    // The part is an element of a list that is put together elsewhere.
    outerDepth = outer.outerDepth + outer.containers.count + 1
    notesFields = false
  }

  // MARK: Values

  /// Writes the whole value.
  func write(_ value: some Encodable, path: [any CodingKey], remembering part: EncodedPart?) throws {
    isRemembering = part != nil
    memory = part.map { ($0, "") }
    try write(value, path: path)
  }

  /// Writes a value, and closes the containers that it has opened.
  func write<Value: Encodable>(_ value: Value, path: [any CodingKey]) throws {
    if let last = written.indices.last { written[last].append(Value.self) }
    guard let (container, key) = memory else { return try writeRedacted(value, path: path, nil) }
    memory = nil
    if EncodedPart.isShort(value) { return try writeRedacted(value, path: path, nil) }
    try writeRemembered(value, path: path, container.part(key))
  }

  /// Writes a value, or what is remembered of it if it has not changed.
  private func writeRemembered<Value: Encodable>(_ value: Value, path: [any CodingKey], _ part: EncodedPart) throws {
    part.prepare(for: Value.self, hasRule: redaction.hasRule(for: Value.self))
    switch part.method {
    case .none: return try writeRedacted(value, path: path, part)
    case .elements:
      return try writeList(value, path: path, part)
    case .bits, .edits: break
    }
    if let output = part.output(of: value) {
      switch output.text {
      case .kept(let text): bytes += text
      case .hashed(let text): append(text)
      }
      absent += output.absent
      return fields += output.fields
    }
    let (start, firstField, changeable) = (bytes.count, fields.count, objects + references())
    let firstAbsent = absent.count
    let isField = containers.last?.field != nil
    let list = value as? any RememberedElements
    let text: EncodedText
    if let memory = part.elements, let known = try list?.text(remembering: memory, self) {
      append(known)
      text = .hashed(known)
    } else {
      try writeRedacted(value, path: path, part)
      text = takeText(from: start)
      part.elements = text.count > HashedText.limit ? list?.makeMemory() : nil
    }
    part.output = nil
    guard objects + references() == changeable else { return }
    // The end of the value's container has ended the field that contains the value, which is not inside of it.
    let fieldsInside = fields[firstField...].dropLast(isField && containers.last?.field == nil ? 1 : 0)
    part.remember(
      value,
      EncodedPart.Output(text: text, fields: Array(fieldsInside)[...], absent: Array(absent[firstAbsent...]))
    )
  }

  private func writeList<Value: Encodable>(_ value: Value, path: [any CodingKey], _ part: EncodedPart) throws {
    let list = value as? any RememberedElements
    if let memory = part.elements, let text = try list?.text(remembering: memory, self) { return append(text) }
    let (start, omitted) = (bytes.count, omissions.count)
    try writeRedacted(value, path: path, nil)
    part.elements = nil
    // The end of the list has ended its field, which has removed the bytes of a long text.
    guard bytes.count - start > HashedText.limit || omissions.count > omitted else { return }
    _ = takeText(from: start)
    part.elements = list?.makeMemory()
  }

  private func writeRedacted<Value: Encodable>(_ value: Value, path: [any CodingKey], _ part: EncodedPart?) throws {
    if redaction.isEmpty { return try writeUnredacted(value, path: path, part) }
    let standIn = redaction.apply(to: value)
    if let same = standIn as? Value { return try writeUnredacted(same, path: path, part) }
    try writeUnredacted(standIn, path: path, part)
  }

  private func writeUnredacted<Value: Encodable>(_ value: Value, path: [any CodingKey], _ part: EncodedPart?) throws {
    if writeScalar(value) { return }
    guard !redaction.isEmpty else { return try writeEncoded(value, path: path, part) }
    written.append([])
    let position = self.position
    do {
      try writeEncoded(value, path: path, part)
    } catch {
      written.removeLast()
      throw error
    }
    // A value that encodes a part by the part's own `encode(to:)` has written the secret.
    let secrets = redaction.secrets(in: value, without: written.removeLast())
    guard !secrets.isEmpty else { return }
    self.position = position
    guard let standIn = redaction.replace(secrets, in: value) else {
      throw EncodingError.invalidValue(
        Value.self,
        EncodingError.Context(
          codingPath: path,
          debugDescription: "'\(qualifiedName(Value.self))' writes a secret by the secret's own 'encode(to:)'"
        )
      )
    }
    written.append([])
    defer { written.removeLast() }
    try writeEncoded(standIn, path: path, part)
  }

  /// The end of the output. Setting an earlier one removes what was written since.
  private var position: Position {
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

  private struct Position {
    let bytes: Int
    let omissions: Int
    let fields: Int
    let ranges: Int
    let absent: Int
    let field: (path: String, start: Int)?
  }

  private func writeEncoded<Value: Encodable>(_ value: Value, path: [any CodingKey], _ part: EncodedPart?) throws {
    if Value.self is AnyClass { objects += 1 }
    if let value = value as? any UnorderedElements { return append(try value.text(self, path: path)) }
    let outer = (lists, ownedLists)
    (lists, ownedLists) = (0, StoredLists())
    defer { (lists, ownedLists) = outer }
    let (start, written) = (position, written.last?.count)
    try writeContainers(of: value, path: path, part)
    guard lists > 0, !(Value.self is any RememberedElements.Type) else { return }
    ownedLists = StoredLists(in: value)
    guard !ownedLists.unordered.isEmpty else { return }
    // Once more, because the value has written a set or a dictionary in the order of this process.
    position = start
    if let written, let last = self.written.indices.last { self.written[last].removeSubrange(written...) }
    try writeContainers(of: value, path: path, part)
  }

  private func writeContainers<Value: Encodable>(of value: Value, path: [any CodingKey], _ part: EncodedPart?) throws {
    let (depth, start, omitted) = (containers.count, bytes.count, omissions.count)
    try value.encode(to: JSONEncoderOfValue(output: self, codingPath: path, depth: depth, memory: part))
    close(to: depth)
    // A value that opens no container is an empty object for Foundation's decoder.
    if bytes.count == start, omissions.count == omitted { append("{}") }
  }

  // MARK: Long texts

  /// The result.
  var encodedValue: EncodedValue {
    guard !isRemembering else { return EncodedValue(text: takeText(from: 0), fields: fields, absent: absent) }
    let fields = ranges.map { EncodedValue.Field(path: $0.path, text: .kept(bytes[$0.range])) }
    return EncodedValue(text: .kept(bytes[...]), fields: fields, absent: absent)
  }

  /// Appends a long text without its bytes.
  func append(_ text: HashedText) {
    omissions.append((bytes.count, text))
  }

  /// Returns the text from a position on. Removes the bytes of a long text, because its hash is enough for the texts
  /// that contain it.
  private func takeText(from start: Int) -> EncodedText {
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

  /// Returns the hash of a value, and whether the value contains objects or shared values.
  func hash(_ value: some Encodable, _ part: EncodedPart?) throws -> (text: HashedText, isChangeable: Bool) {
    let output = JSONOutput(in: self)
    let before = references()
    try output.write(value, path: [], remembering: part)
    error = error ?? output.error
    objects += output.objects
    return (HashedText(output.encodedValue.text), output.objects > 0 || references() != before)
  }

  func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: append("\\n")
      case 0..<0x20: append(byte < 0x10 ? "\\u000\(String(byte, radix: 16))" : "\\u00\(String(byte, radix: 16))")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends JSON that was written elsewhere.
  func append(_ json: some Sequence<UInt8>) {
    bytes.append(contentsOf: json)
  }

  /// Writes the key of a dictionary as the name of a member.
  private func write(name key: some Encodable) throws {
    let key = redaction.isEmpty ? key as any Encodable : redaction.apply(to: key)
    switch key {
    case let key as String: write(string: key)
    case let key as Int: write(string: "\(key)")
    case let key as any CodingKeyRepresentable: write(string: key.codingKey.stringValue)
    default: try write(key, path: [])
    }
  }

  /// Writes the key of a dictionary: the name of a member, or an element of an array.
  func write<Key: Encodable>(key: Key) throws {
    if hasNamesAsKeys(Key.self) { try write(name: key) } else { try write(key, path: []) }
  }

  /// A number that changes when an object or a shared value is encoded.
  var changeableCount: Int { objects + references() }

  /// Returns the JSON of a part, written by itself.
  func separately(_ write: (JSONOutput) throws -> Void) rethrows -> [UInt8] {
    let output = JSONOutput(in: self)
    try write(output)
    output.close(to: 0)
    error = error ?? output.error
    objects += output.objects
    return output.bytes
  }

  // MARK: Containers

  /// The number of open containers.
  var depth: Int { containers.count }

  /// Makes the encoding fail at its end, because its output is no valid JSON.
  func fail(_ description: String, path: [any CodingKey] = []) {
    guard error == nil else { return }
    let context = EncodingError.Context(codingPath: path, debugDescription: description)
    error = .invalidValue(description, context)
  }

  /// Opens the container of a value, or continues the one that the value has opened before, as a subclass does.
  ///
  /// - Parameters:
  ///   - isKeyed: Whether the container is an object.
  ///   - isList: Whether the container can be that of a list, a set or a dictionary.
  ///   - depth: The number of containers around the value.
  ///   - memory: The memory of the value.
  /// - Returns: The container's number.
  func open(isKeyed: Bool, isList: Bool, at depth: Int, _ memory: EncodedPart?) -> Int {
    if containers.count > depth {
      close(to: depth + 1)
      if containers[depth].isKeyed != isKeyed { fail("A value was encoded as an object and as an array.") }
      return containers[depth].number
    }
    if isList { lists += 1 }
    let start = (bytes.count, fields.count, ranges.count)
    bytes.append(UInt8(ascii: isKeyed ? "{" : "["))
    lastContainer += 1
    containers.append(OpenContainer(number: lastContainer, isKeyed: isKeyed, memory: memory, start: start))
    if outerDepth + containers.count > Self.depthLimit { fail("A value is nested too deep to be read again.") }
    return lastContainer
  }

  /// Closes the innermost containers, until so many are open.
  func close(to depth: Int) {
    while containers.count > depth {
      let container = containers.removeLast()
      bytes.append(UInt8(ascii: container.isKeyed ? "}" : "]"))
      if !container.elements.isEmpty { sort(container) }
      if let last = containers.indices.last { endField(of: last) }
    }
  }

  /// Sorts the elements of the container that was closed last, if they are those of a set or a dictionary.
  private func sort(_ container: OpenContainer) {
    let starts = container.elements
    let ends = starts.dropFirst().map { $0 - 1 } + [bytes.count - 1]
    for list in ownedLists.unordered where list.isObject == container.isKeyed {
      let step = list.elementsPerEntry
      guard starts.count.isMultiple(of: step), let entries = try? list.entries(self, path: []),
        entries.count == starts.count / step
      else { continue }
      var counts: [HashedText: Int] = [:]
      for entry in entries { counts[HashedText(entry), default: 0] += 1 }
      for index in stride(from: 0, to: starts.count, by: step) {
        counts[hashedText(starts[index]..<ends[index + step - 1]), default: 0] -= 1
      }
      guard counts.values.allSatisfy({ $0 == 0 }) else { continue }
      // A list with the same elements has an order.
      let text = hashedText(container.start.bytes..<bytes.count)
      let isOrdered = ownedLists.ordered.contains { list in
        (try? separately { try $0.write(list, path: []) }).map { HashedText($0) } == text
      }
      guard !isOrdered, let sorted = try? list.text(self, path: []) else { return }
      let omitted = omissions.lastIndex { $0.position < container.start.bytes }.map { $0 + 1 } ?? 0
      omissions.removeLast(omissions.count - omitted)
      bytes.removeLast(bytes.count - container.start.bytes)
      // The entries of a dictionary are no fields.
      fields.removeLast(fields.count - container.start.fields)
      ranges.removeLast(ranges.count - container.start.ranges)
      return append(sorted)
    }
  }

  /// Prepares the next element of a container, which becomes the innermost one.
  ///
  /// - Returns: Whether the container is still open.
  func beginElement(_ number: Int, key: (any CodingKey)?) -> Bool {
    guard let index = containers.lastIndex(where: { $0.number == number }) else { return false }
    close(to: index + 1)
    let count = containers[index].count
    containers[index].count = count + 1
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    if !ownedLists.unordered.isEmpty { containers[index].elements.append(bytes.count) }
    if let part = containers[index].memory { memory = (part, key?.stringValue ?? "\(count)") }
    guard let key else { return true }
    write(string: key.stringValue)
    bytes.append(UInt8(ascii: ":"))
    if let path = path(of: key, in: index) { containers[index].field = (path, bytes.count) }
    return true
  }

  /// Notes that a container does not have an element, because it is `nil`.
  func noteAbsence(_ number: Int, key: any CodingKey) {
    if let index = containers.lastIndex(where: { $0.number == number }), let parent = parent(in: index) {
      absent.append(AbsentField(parent: parent, key: key.stringValue))
    }
  }

  /// Returns the path of a field in an open container; `nil` if its elements are no fields.
  private func path(of key: any CodingKey, in index: Int) -> String? {
    parent(in: index).map { FieldPath.joined($0, key.stringValue) }
  }

  /// Returns the path of an open container; `nil` if its elements are no fields.
  private func parent(in index: Int) -> String? {
    // Only keyed containers have fields, and only those whose parents have.
    guard notesFields, index < Self.depthOfFields else { return nil }
    return index == 0 ? "" : containers[index - 1].field?.path
  }

  /// Returns the memory of the value that is written next.
  func takeMemory() -> EncodedPart? {
    defer { memory = nil }
    return memory.map { $0.container.part($0.key) }
  }

  /// Makes the next value one in a single-value container.
  func beginContent(of memory: EncodedPart?) {
    self.memory = memory.map { ($0, "") }
  }

  /// Ends the element of a container that was written without another container.
  func endElement(_ number: Int) {
    memory = nil
    guard let index = containers.lastIndex(where: { $0.number == number }) else { return }
    close(to: index + 1)
    endField(of: index)
  }

  private func endField(of index: Int) {
    guard let field = containers[index].field else { return }
    containers[index].field = nil
    if isRemembering {
      fields.append(EncodedValue.Field(path: field.path, text: takeText(from: field.start)))
    } else {
      ranges.append((field.path, field.start..<bytes.count))
    }
  }
}
