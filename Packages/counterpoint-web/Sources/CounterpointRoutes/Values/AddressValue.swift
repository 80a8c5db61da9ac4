/// A value that can be a path component or a query item.
///
/// Types with a text and types with a raw value conform without code:
///
/// ```swift
/// enum Order: String, AddressValue { case newest, oldest }
/// ```
///
/// Another type implements both directions. They must be inverse to each other:
///
/// ```swift
/// struct Slug: Hashable, AddressValue {
///   let text: String
///
///   init?(addressText: String) {
///     guard addressText != "new" else { return nil }
///     text = addressText
///   }
///
///   var addressText: String? { text }
/// }
/// ```
public protocol AddressValue: Sendable {
  /// Reads a value from a decoded text.
  ///
  /// - Parameter addressText: The text. It may come from an attacker: the initializer must return `nil`, and never
  ///   trap, for a text that isn't one of a value.
  init?(addressText: String)

  /// The text of the value, not encoded; `nil` if the value can't be part of an address.
  ///
  /// Reading the text must give an equal value.
  var addressText: String? { get }

  /// Texts of some values, from which ``ambiguities(in:)`` makes addresses.
  ///
  /// The default contains texts of numbers, of words, of UUIDs and days, and those of all cases of an enum. Implement
  /// it if none of these is a text of the type.
  static var addressExamples: [String] { get }
}

extension AddressValue {
  /// Texts that most types read: a number, a word, a UUID and others.
  public static var addressExamples: [String] { commonExamples }
}

extension AddressValue where Self: CaseIterable {
  /// The texts of all cases.
  public static var addressExamples: [String] { allCases.compactMap(\.addressText) }
}

private let commonExamples = [
  "0", "a", "true", "1.5", "-1", "2020-02-29", "00000000-0000-0000-0000-000000000000", "",
]

extension AddressValue where Self: LosslessStringConvertible {
  /// Reads a value with the initializer of `LosslessStringConvertible`.
  public init?(addressText: String) {
    self.init(addressText)
  }

  /// The description of the value.
  public var addressText: String? { description }
}

extension AddressValue where Self: RawRepresentable, RawValue: AddressValue {
  /// Reads a raw value, and the value that it stands for.
  public init?(addressText: String) {
    guard let rawValue = RawValue(addressText: addressText) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The text of the raw value.
  public var addressText: String? { rawValue.addressText }
}

extension AddressValue where Self: LosslessStringConvertible & RawRepresentable, RawValue: AddressValue {
  /// Reads a value with the initializer of `LosslessStringConvertible`, which has precedence over the raw value.
  public init?(addressText: String) {
    self.init(addressText)
  }

  /// The description of the value, which has precedence over the raw value.
  public var addressText: String? { description }
}

extension Bool: AddressValue {}
extension Double: AddressValue {}
extension Float: AddressValue {}
extension Int: AddressValue {}
extension Int8: AddressValue {}
extension Int16: AddressValue {}
extension Int32: AddressValue {}
extension Int64: AddressValue {}
extension String: AddressValue {}
extension UInt: AddressValue {}
extension UInt8: AddressValue {}
extension UInt16: AddressValue {}
extension UInt32: AddressValue {}
extension UInt64: AddressValue {}

extension Character: AddressValue {
  /// Reads a text of exactly one character.
  public init?(addressText: String) {
    // The initializer of `LosslessStringConvertible` traps if the text has another length.
    guard let character = addressText.first, addressText.dropFirst().isEmpty else { return nil }
    self = character
  }
}
