import Foundation

/// Rewrites the JSON of older code, so that a replay with newer code can decode it.
///
/// ```swift
/// Replay(recording, migrations: [.renameCase("nextButtonTapped", to: "continueTapped")]) { SignUp() }
/// ```
///
/// A replay asks its migrations, in their order, only where an action or a state can't be decoded without them.
public struct Migration: Sendable {
  let rewrite: @Sendable (_ json: inout JSONValue) -> Void

  /// Rewrites an action, a state, or a shared value as a whole.
  ///
  /// - Parameter rewrite: Changes the value. Called on the thread of the replay.
  public static func custom(_ rewrite: @escaping @Sendable (_ json: inout JSONValue) -> Void) -> Self {
    Self(rewrite: rewrite)
  }

  /// Renames a case of an enum, wherever an object has this name as its only member.
  ///
  /// - Parameters:
  ///   - old: The name in the recording.
  ///   - new: The name in today's code.
  public static func renameCase(_ old: String, to new: String) -> Self {
    Self { json in
      json.transformObjects { members in
        if members.count == 1, let payload = members[old] { members = [new: payload] }
      }
    }
  }

  /// Renames a field, wherever an object has a member with this name, and in the names of bindings.
  ///
  /// - Parameters:
  ///   - old: The name in the recording.
  ///   - new: The name in today's code.
  public static func renameField(_ old: String, to new: String) -> Self {
    Self { json in
      json.transformObjects { members in
        if let value = members.removeValue(forKey: old) { members[new] = value }
        guard case .string(let name) = members["set"], members["to"] != nil else { return }
        let names = name.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
        let parts = names.map { $0 == old ? new : $0 }
        members["set"] = .string(parts.joined(separator: "."))
      }
    }
  }

  /// Adds a field that older code did not have to each object that has other fields of its type.
  ///
  /// - Parameters:
  ///   - field: The name of the new field.
  ///   - value: Its value.
  ///   - neighbor: A field that the objects have, which distinguishes them from objects of other types.
  public static func addField(_ field: String, _ value: JSONValue, beside neighbor: String) -> Self {
    Self { json in
      json.transformObjects { members in
        if members[neighbor] != nil, members[field] == nil { members[field] = value }
      }
    }
  }
}

extension [Migration] {
  /// Decodes a value, with the migrations if it can't be decoded without them.
  ///
  /// - Throws: The error of the first attempt, if the migrations don't help.
  func decode<Value: Decodable>(_ type: Value.Type, from text: JSONText, with decoder: JSONDecoder) throws -> Value {
    do {
      return try decoder.decode(Value.self, from: text.data)
    } catch {
      guard !isEmpty else { throw error }
      var json = try decoder.decode(JSONValue.self, from: text.data)
      for migration in self { migration.rewrite(&json) }
      guard let value = try? decoder.decode(Value.self, from: json.json.data) else {
        throw error
      }
      return value
    }
  }
}
