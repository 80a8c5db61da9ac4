import Foundation

/// The contents of a settings file. Each entry is decoded and encoded apart from the others.
struct StoredSettings: Sendable {
  var values: [ExactString: AppStorageValue] = [:]
  /// The entries that can't be decoded. They are preserved until the program sets them.
  var damaged: [ExactString: DamagedSetting] = [:]
  /// The entries whose names can't be decoded, and which the program therefore can't set.
  private var unnamed: [JSONEntries.Entry] = []

  init(values: [ExactString: AppStorageValue] = [:]) {
    self.values = values
  }

  /// Decodes a file.
  ///
  /// - Throws: `DecodingError` if the file can't be split into entries.
  init(_ document: Data) throws {
    let decoder = JSONDecoder.forStorage()
    for entry in try JSONEntries(document).entries {
      guard let name = try? decoder.decode(String.self, from: entry.name) else {
        unnamed.append(entry)
        continue
      }
      let key = ExactString(name)
      // The last entry of a name counts.
      (values[key], damaged[key]) = (nil, nil)
      do {
        values[key] = try decoder.decode(AppStorageValue.self, from: entry.value)
      } catch {
        damaged[key] = DamagedSetting(json: entry.value, reason: "\(error)")
      }
    }
  }

  /// Encodes a file, with the entries in the order of their names.
  func encoded() throws -> Data {
    let encoder = JSONEncoder.forStorage()
    encoder.outputFormatting = [.sortedKeys]
    var entries: [(name: String, json: Data)] = damaged.map { ($0.key.string, $0.value.json) }
    for (key, value) in values { entries.append((key.string, try encoder.encode(value))) }
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let named = try entries.map { (name: try encoder.encode($0.name), value: $0.json) }
    var result = Data("{".utf8)
    for (name, value) in named + unnamed.map({ (name: $0.name, value: $0.value) }) {
      if result.count > 1 { result.append(UInt8(ascii: ",")) }
      result.append(name)
      result.append(UInt8(ascii: ":"))
      result.append(value)
    }
    result.append(UInt8(ascii: "}"))
    return result
  }
}

/// An entry that can't be decoded as a setting, for example because its type is unknown to this version of the library.
struct DamagedSetting: Hashable, Sendable {
  /// The bytes, as they are in the file.
  let json: Data
  let reason: String

  /// The reason as an error.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}
