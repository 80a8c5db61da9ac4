public import Foundation

/// A value of a field: it is shown as a text, and read from the text that a browser sends.
///
/// An enum with raw values needs no code:
///
/// ```swift
/// extension Plan: FieldValue {}
/// ```
public protocol FieldValue {
  /// Reads a value.
  ///
  /// - Parameter fieldText: The text of a request, which can be any text.
  /// - Returns: `nil` if the text is not the text of a value.
  init?(fieldText: String)

  /// The text of the value.
  var fieldText: String { get }
}

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
  /// Reads the raw value.
  public init?(fieldText: String) {
    guard let rawValue = RawValue(fieldText: fieldText) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The text of the raw value.
  public var fieldText: String { rawValue.fieldText }
}

/// A text is itself.
extension String: FieldValue {
  /// Copies the text.
  public init?(fieldText: String) { self = fieldText }

  /// The text.
  public var fieldText: String { self }
}

/// A checkbox sends `on` or `off`.
extension Bool: FieldValue {
  /// Reads `on` and `off`.
  public init?(fieldText: String) {
    switch fieldText {
    case "on": self = true
    case "off": self = false
    default: return nil
    }
  }

  /// `on` or `off`.
  public var fieldText: String { self ? "on" : "off" }
}

/// A whole number.
extension Int: FieldValue {
  /// Reads a number in decimal digits. Browsers send whole numbers in other forms, too, such as `1e3`.
  public init?(fieldText: String) {
    if let number = Int(fieldText) {
      self = number
    } else {
      guard let number = Double(fieldText: fieldText), let whole = Int(exactly: number) else { return nil }
      self = whole
    }
  }

  /// The number in decimal digits.
  public var fieldText: String { description }
}

/// A finite number.
extension Double: FieldValue {
  /// Reads a number in the form of HTML. Infinities, hexadecimal digits and numbers that are not a number are refused.
  public init?(fieldText: String) {
    let isPlain = fieldText.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isPlain, let number = Double(fieldText), number.isFinite else { return nil }
    self = number
  }

  /// The number, without a fraction if it is whole.
  public var fieldText: String {
    Int(exactly: self)?.description ?? description
  }
}

/// A date is a day in UTC, such as `2026-11-23`.
extension Date: FieldValue {
  private static let day = ISO8601FormatStyle(timeZone: .gmt).year().month().day()

  /// Reads a day. The date is its first second in UTC.
  public init?(fieldText: String) {
    let isPlain = fieldText.utf8.count == 10 && fieldText.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
    // A day that its month does not have becomes a day of the next month.
    guard isPlain, let date = try? Date(fieldText, strategy: Self.day), date.fieldText == fieldText else { return nil }
    self = date
  }

  /// The day in UTC that contains the date.
  public var fieldText: String { formatted(Self.day) }
}

/// An empty field has no value.
extension Optional: FieldValue where Wrapped: FieldValue {
  /// Reads a value; an empty text is `nil`.
  public init?(fieldText: String) {
    guard !fieldText.isEmpty else {
      self = .none
      return
    }
    guard let value = Wrapped(fieldText: fieldText) else { return nil }
    self = .some(value)
  }

  /// The text of the value, or an empty text.
  public var fieldText: String { self?.fieldText ?? "" }
}
