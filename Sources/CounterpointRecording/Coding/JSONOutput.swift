@_spi(Internals) import CounterpointSupport
import Foundation
import StateSharing

/// Writes values as JSON, with stand-ins for secrets, and with what is remembered of parts that have not changed.
final class JSONOutput {
  static let infinity = "Infinity"
  static let notANumber = "NaN"

  let userInfo: [CodingUserInfoKey: any Sendable]
  private let redaction: Redaction
  /// The shared values that have been encoded; `nil` if there is no table of them.
  private let sharedValues: SharedValueTable?
  private var json: OpenJSON
  /// The types of the values that were written for each value that is being written, if there is a redaction.
  private var written: [[Any.Type]] = []
  /// The number of objects that were encoded.
  private var objects = 0
  /// The lists of the value that is being written, if it writes one of them by the list's own `encode(to:)`.
  private var ownedLists = StoredLists() {
    didSet { json.notesElements = !ownedLists.unordered.isEmpty }
  }

  init(
    userInfo: [CodingUserInfoKey: any Sendable],
    redaction: Redaction,
    sharedValues: SharedValueTable? = nil
  ) {
    self.userInfo = userInfo
    self.redaction = redaction
    self.sharedValues = sharedValues
    json = OpenJSON()
  }

  /// Creates an output for a part.
  private init(in outer: JSONOutput) {
    userInfo = outer.userInfo
    redaction = outer.redaction
    sharedValues = outer.sharedValues
    // The part is an element of a list that is put together elsewhere.
    json = OpenJSON(outerDepth: outer.json.outerDepth + outer.json.depth + 1, notesFields: false)
  }

  // MARK: Values

  /// Writes the whole value.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or of a misuse of a container.
  func encode(_ value: some Encodable, remembering part: EncodedPart?) throws -> EncodedValue {
    try write(value, remembering: part)
    if let error = json.error { throw error }
    return json.encodedValue()
  }

  private func write(_ value: some Encodable, remembering part: EncodedPart?) throws {
    json.isRemembering = part != nil
    json.beginContent(of: part)
    try write(value, path: CodingPath())
  }

  /// Writes a value, and closes the containers that it has opened.
  func write<Value: Encodable>(_ value: Value, path: CodingPath) throws {
    if !redaction.isEmpty, let last = written.indices.last { written[last].append(Value.self) }
    guard json.isRemembering, let (container, key) = json.takeMemory(), !EncodedPart.isShort(value) else {
      return try writeRedacted(value, path: path, nil)
    }
    try writeRemembered(value, path: path, container.part(key))
  }

  /// Writes a value, or what is remembered of it if it has not changed.
  private func writeRemembered<Value: Encodable>(_ value: Value, path: CodingPath, _ part: EncodedPart) throws {
    part.prepare(for: Value.self, hasRule: redaction.hasRule(for: Value.self))
    switch part.method {
    case .none: return try writeRedacted(value, path: path, part)
    case .elements: return try writeList(value, path: path, part)
    case .bits, .edits: break
    }
    if let output = part.output(of: value) { return json.append(output) }
    let (start, changeable) = (json.position, changeableCount)
    let list = value as? any RememberedElements
    let text: EncodedText
    if let memory = part.elements, let known = try list?.text(remembering: memory, self) {
      json.append(known)
      text = .hashed(known)
    } else {
      try writeRedacted(value, path: path, part)
      text = json.takeText(from: start.bytes)
      part.elements = text.count > HashedText.limit ? list?.makeMemory() : nil
    }
    part.output = nil
    if changeableCount == changeable { part.remember(value, json.output(text, since: start)) }
  }

  private func writeList<Value: Encodable>(_ value: Value, path: CodingPath, _ part: EncodedPart) throws {
    let list = value as? any RememberedElements
    if let memory = part.elements, let text = try list?.text(remembering: memory, self) { return json.append(text) }
    let start = json.position
    try writeRedacted(value, path: path, nil)
    part.elements = nil
    // The end of the list has ended its field, which has removed the bytes of a long text.
    guard json.bytes.count - start.bytes > HashedText.limit || json.hasOmissions(since: start) else { return }
    _ = json.takeText(from: start.bytes)
    part.elements = list?.makeMemory()
  }

  private func writeRedacted<Value: Encodable>(_ value: Value, path: CodingPath, _ part: EncodedPart?) throws {
    guard redaction.isEmpty else { return try writeStandIn(for: value, path: path, part) }
    if !writeScalar(value) { try writeEncoded(value, path: path, part) }
  }

  /// Writes a value, or what a rule of the redaction puts in its place.
  private func writeStandIn<Value: Encodable>(for value: Value, path: CodingPath, _ part: EncodedPart?) throws {
    let standIn = redaction.apply(to: value)
    if let same = standIn as? Value { return try writeSearched(same, path: path, part) }
    try writeSearched(standIn, path: path, part)
  }

  /// Writes a value, and again without its secrets, if it has written one of them itself.
  private func writeSearched<Value: Encodable>(_ value: Value, path: CodingPath, _ part: EncodedPart?) throws {
    if writeScalar(value) { return }
    written.append([])
    let position = json.position
    do {
      try writeEncoded(value, path: path, part)
    } catch {
      written.removeLast()
      throw error
    }
    // A value that encodes a part by the part's own `encode(to:)` has written the secret.
    let secrets = redaction.secrets(in: value, without: written.removeLast())
    guard !secrets.isEmpty else { return }
    json.position = position
    guard let standIn = redaction.replace(secrets, in: value) else {
      throw EncodingError.invalidValue(
        Value.self,
        EncodingError.Context(
          codingPath: path.keys,
          debugDescription: "'\(qualifiedName(Value.self))' writes a secret by the secret's own 'encode(to:)'"
        )
      )
    }
    written.append([])
    defer { written.removeLast() }
    try writeEncoded(standIn, path: path, part)
  }

  private func writeEncoded<Value: Encodable>(_ value: Value, path: CodingPath, _ part: EncodedPart?) throws {
    if Value.self is AnyClass { objects += 1 }
    if let value = value as? any UnorderedElements { return append(try value.text(self, path: path)) }
    let outer = (json.lists, ownedLists)
    (json.lists, ownedLists) = (0, StoredLists())
    defer { (json.lists, ownedLists) = outer }
    let (start, written) = (json.position, written.last?.count)
    try writeContainers(of: value, path: path, part)
    guard json.lists > 0, !(Value.self is any RememberedElements.Type) else { return }
    ownedLists = StoredLists(in: value)
    guard !ownedLists.unordered.isEmpty else { return }
    // Once more, because the value has written a set or a dictionary in the order of this process.
    json.position = start
    if let written, let last = self.written.indices.last { self.written[last].removeSubrange(written...) }
    try writeContainers(of: value, path: path, part)
  }

  private func writeContainers<Value: Encodable>(of value: Value, path: CodingPath, _ part: EncodedPart?) throws {
    let (depth, start) = (json.depth, json.position)
    try value.encode(to: JSONEncoderOfValue(output: self, path: path, depth: depth, memory: part))
    close(to: depth)
    // A value that opens no container is an empty object for Foundation's decoder.
    if json.isEmpty(since: start) { append("{}") }
  }

  /// Returns the hash of a value, and whether the value contains objects or shared values.
  func hash(_ value: some Encodable, _ part: EncodedPart?) throws -> (text: HashedText, isChangeable: Bool) {
    let output = JSONOutput(in: self)
    let before = sharedValues?.registrations
    try output.write(value, remembering: part)
    json.fail(output.json.error)
    objects += output.objects
    return (
      HashedText(output.json.encodedValue().text), output.objects > 0 || sharedValues?.registrations != before
    )
  }

  func write(string: String) { json.bytes.append(quoted: string) }

  func append(_ text: String) { json.bytes.append(text) }

  /// Appends JSON that was written elsewhere.
  func append(_ text: [UInt8]) { json.bytes += text }

  /// Writes the key of a dictionary as the name of a member.
  private func write(name key: some Encodable) throws {
    let key = redaction.isEmpty ? key as any Encodable : redaction.apply(to: key)
    switch key {
    case let key as String: write(string: key)
    case let key as Int: write(string: "\(key)")
    case let key as any CodingKeyRepresentable: write(string: key.codingKey.stringValue)
    default: try write(key, path: CodingPath())
    }
  }

  /// Writes the key of a dictionary: the name of a member, or an element of an array.
  func write<Key: Encodable>(key: Key) throws {
    if hasNamesAsKeys(Key.self) { try write(name: key) } else { try write(key, path: CodingPath()) }
  }

  /// A number that changes when an object or a shared value is encoded.
  var changeableCount: Int { objects + (sharedValues?.registrations ?? 0) }

  /// Returns the JSON of a part, written by itself.
  func separately(_ write: (JSONOutput) throws -> Void) rethrows -> [UInt8] {
    let output = JSONOutput(in: self)
    try write(output)
    output.close(to: 0)
    json.fail(output.json.error)
    objects += output.objects
    return output.json.bytes
  }

  // MARK: Containers

  /// The number of open containers.
  var depth: Int { json.depth }

  /// Makes the encoding fail at its end, because its output is no valid JSON.
  func fail(_ description: String, path: CodingPath) { json.fail(description, path: path.keys) }

  /// Opens the container of a value, or continues the one that the value has opened before, as a subclass does.
  ///
  /// - Parameters:
  ///   - isKeyed: Whether the container is an object.
  ///   - isList: Whether the container can be that of a list, a set or a dictionary.
  ///   - depth: The number of containers around the value.
  ///   - memory: The memory of the value.
  /// - Returns: The container's number.
  func open(isKeyed: Bool, isList: Bool, at depth: Int, _ memory: EncodedPart?) -> Int {
    guard json.depth > depth else { return json.open(isKeyed: isKeyed, isList: isList, memory) }
    close(to: depth + 1)
    return json.reopen(isKeyed: isKeyed)
  }

  /// Closes the innermost containers, until so many are open.
  private func close(to depth: Int) {
    while let container = json.close(to: depth) {
      sort(container)
      json.endField()
    }
  }

  /// Sorts the elements of the container that was closed last, if they are those of a set or a dictionary.
  private func sort(_ container: OpenJSON.Container) {
    let texts = json.texts(ofElementsOf: container)
    for list in ownedLists.unordered where list.isObject == container.isKeyed {
      let step = list.elementsPerEntry
      guard texts.count.isMultiple(of: step), let entries = try? list.entries(self, path: CodingPath()),
        entries.count == texts.count / step
      else { continue }
      var counts: [HashedText: Int] = [:]
      for entry in entries { counts[HashedText(entry), default: 0] += 1 }
      for index in stride(from: 0, to: texts.count, by: step) {
        counts[json.hashedText(ofElements: texts[index..<index + step]), default: 0] -= 1
      }
      guard counts.values.allSatisfy({ $0 == 0 }) else { continue }
      // A list with the same elements has an order.
      let text = json.hashedText(of: container)
      let isOrdered = ownedLists.ordered.contains { list in
        (try? separately { try $0.write(list, path: CodingPath()) }).map { HashedText($0) } == text
      }
      guard !isOrdered, let sorted = try? list.text(self, path: CodingPath()) else { return }
      return json.replace(container, with: sorted)
    }
  }

  /// Prepares the next element of a container, which becomes the innermost one.
  ///
  /// - Returns: Whether the container is still open.
  func beginElement(_ number: Int, key: (any CodingKey)?) -> Bool {
    guard let depth = json.depth(inside: number) else { return false }
    close(to: depth)
    json.beginElement(key?.stringValue)
    return true
  }

  /// Notes that a container does not have an element, because it is `nil`.
  func noteAbsence(_ number: Int, key: any CodingKey) { json.noteAbsence(number, key: key.stringValue) }

  /// Returns the memory of the value that is written next.
  func takeMemory() -> EncodedPart? { json.takeMemory().map { $0.container.part($0.key) } }

  /// Makes the next value one in a single-value container.
  func beginContent(of memory: EncodedPart?) { json.beginContent(of: memory) }

  /// Ends the element of a container that was written without another container.
  func endElement(_ number: Int) {
    _ = json.takeMemory()
    guard let depth = json.depth(inside: number) else { return }
    close(to: depth)
    json.endField()
  }
}
