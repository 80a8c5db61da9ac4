import CounterpointCore

extension Dictionary: RememberedElements where Key: Encodable, Value: Encodable {
  func makeMemory() -> AnyObject { EntriesMemory<Key, Value>() }

  func text(remembering memory: AnyObject, _ output: JSONOutput) throws -> HashedText? {
    let text = try (memory as? EntriesMemory<Key, Value>)?.update(self, output)
    guard let text else { return nil }
    return text.count > HashedText.limit ? text : nil
  }
}

extension Set: RememberedElements where Element: Encodable {
  func makeMemory() -> AnyObject { MembersMemory<Element>() }

  func text(remembering memory: AnyObject, _ output: JSONOutput) throws -> HashedText? {
    let text = try (memory as? MembersMemory<Element>)?.update(self, output)
    guard let text else { return nil }
    return text.count > HashedText.limit ? text : nil
  }
}

/// The memory of the entries of a large dictionary, which is retained.
private final class EntriesMemory<Key: Hashable & Encodable, Value: Encodable> {
  private let registrarOffset = CounterpointCore.registrarOffset(in: Value.self)
  private var entries: [Key: Value] = [:]
  private var texts = SortedTexts()
  /// The keys of values with objects or shared values, which are encoded each time.
  private var changeable: Set<Key> = []

  /// Remembers the entries of a dictionary.
  ///
  /// - Returns: The text of the dictionary; `nil` if two keys have the same text.
  func update(_ new: [Key: Value], _ output: JSONOutput) throws -> HashedText? {
    let isObject = hasNamesAsKeys(Key.self)
    let (changed, removed) = difference(to: new)
    do {
      let newTexts = try (changed + changeable.filter { new[$0] != nil }).map { key in
        (try keyText(key, output), try entryText(key, new[key], isObject, output))
      }
      let removedKeys = try removed.map { try keyText($0, output) }
      entries = new
      changeable.subtract(removed)
      texts.update(newTexts, removing: removedKeys)
    } catch {
      // All entries are encoded the next time.
      (entries, texts, changeable) = ([:], SortedTexts(), [])
      throw error
    }
    guard texts.count == new.count else {
      (entries, texts, changeable) = ([:], SortedTexts(), [])
      return nil
    }
    return isObject ? texts.text("{", "}") : texts.text("[", "]")
  }

  /// Returns the keys whose values have other bits, and those that are gone.
  private func difference(to new: [Key: Value]) -> (changed: [Key], removed: [Key]) {
    if haveSameBits(entries, new) { return ([], []) }
    if entries.count == new.count, let changed = changedInPlace(new) { return (changed, []) }
    let changed = new.filter { key, value in entries[key].map { !isSame($0, value) } ?? true }.map(\.key)
    let added = changed.count { entries[$0] == nil }
    // Most changes remove nothing.
    let removed = entries.count + added == new.count ? [] : entries.keys.filter { new[$0] == nil }
    return (changed, removed)
  }

  /// Returns the keys whose values have other bits, if both dictionaries have their keys in the same order: a copy has
  /// that of the original. Then no key is hashed.
  private func changedInPlace(_ new: [Key: Value]) -> [Key]? {
    var changed: [Key] = []
    var others = entries.makeIterator()
    for (key, value) in new {
      guard let other = others.next(), haveSameBits(other.key, key) else { return nil }
      if !isSame(other.value, value) { changed.append(key) }
    }
    return changed
  }

  private func isSame(_ old: Value, _ new: Value) -> Bool {
    guard let registrarOffset else { return haveSameBits(old, new) }
    return haveSameEdit(registrar(of: old, at: registrarOffset), registrar(of: new, at: registrarOffset))
  }

  private func keyText(_ key: Key, _ output: JSONOutput) throws -> [UInt8] {
    try output.separately { try $0.write(key: key) }
  }

  private func entryText(_ key: Key, _ value: Value?, _ isObject: Bool, _ output: JSONOutput) throws -> HashedText {
    guard let value else { return HashedText() }
    let (text, isChangeable) = try output.hash(value, nil)
    if isChangeable { changeable.insert(key) } else { changeable.remove(key) }
    var entry = HashedText(isObject ? ":".utf8 : ",".utf8)
    entry.append(text)
    return entry
  }
}

/// The memory of the elements of a large set, which is retained.
private final class MembersMemory<Element: Hashable & Encodable> {
  private var members: Set<Element> = []
  private var texts = SortedTexts()
  private var hasObjects = false

  /// Remembers the elements of a set.
  ///
  /// - Returns: The text of the set; `nil` if two elements have the same text, or if they contain objects.
  func update(_ new: Set<Element>, _ output: JSONOutput) throws -> HashedText? {
    do {
      if !haveSameBits(members, new) {
        let added = new.filter { !members.contains($0) }
        let removed = members.count + added.count == new.count ? [] : members.filter { !new.contains($0) }
        let addedTexts = try added.map { (try text($0, output), HashedText()) }
        texts.update(addedTexts, removing: try removed.map { try text($0, output) })
        members = new
      }
    } catch {
      (members, texts) = ([], SortedTexts())
      throw error
    }
    guard texts.count == new.count, !hasObjects else {
      (members, texts) = ([], SortedTexts())
      return nil
    }
    return texts.text("[", "]")
  }

  private func text(_ element: Element, _ output: JSONOutput) throws -> [UInt8] {
    let changeable = output.changeableCount
    let text = try output.separately { try $0.write(element, path: CodingPath()) }
    if output.changeableCount != changeable { hasObjects = true }
    return text
  }
}

/// The texts of the entries of a dictionary or of a set, sorted by the bytes of their keys.
private struct SortedTexts {
  private var keys: [[UInt8]] = []
  /// The texts with their keys.
  private var texts: [HashedText] = []
  private var blocks = TextBlocks()

  var count: Int { keys.count }

  /// Adds, replaces and removes entries.
  ///
  /// - Parameters:
  ///   - changes: The keys with the texts that follow them.
  ///   - removed: The keys of the removed entries.
  mutating func update(_ changes: [([UInt8], HashedText)], removing removed: [[UInt8]]) {
    for key in removed {
      let position = position(of: key)
      guard position < keys.count, keys[position] == key else { continue }
      keys.remove(at: position)
      texts.remove(at: position)
      blocks.forgetBlocks(from: position)
    }
    var added: [(key: [UInt8], text: HashedText)] = []
    for (key, rest) in changes {
      var text = HashedText(key)
      text.append(rest)
      let position = position(of: key)
      if position < keys.count, keys[position] == key {
        texts[position] = text
        blocks.forgetBlock(at: position)
      } else {
        added.append((key, text))
      }
    }
    insert(added)
  }

  private mutating func insert(_ added: [(key: [UInt8], text: HashedText)]) {
    guard !added.isEmpty else { return }
    // Few are inserted one by one; many are sorted with the others.
    guard added.count > 8 else {
      for (key, text) in added {
        let position = position(of: key)
        // Two equal keys become one entry, which the count shows.
        if position < keys.count, keys[position] == key { continue }
        keys.insert(key, at: position)
        texts.insert(text, at: position)
        blocks.forgetBlocks(from: position)
      }
      return
    }
    let all = (zip(keys, texts).map { (key: $0, text: $1) } + added)
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    (keys, texts, blocks) = ([], [], TextBlocks())
    for (key, text) in all where keys.last != key {
      keys.append(key)
      texts.append(text)
    }
  }

  /// Returns the position of a key, or that at which it would be inserted.
  private func position(of key: [UInt8]) -> Int {
    var range = 0..<keys.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if keys[middle].lexicographicallyPrecedes(key) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Returns the text of all entries.
  mutating func text(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) -> HashedText {
    blocks.text(of: texts, opening, closing)
  }
}
