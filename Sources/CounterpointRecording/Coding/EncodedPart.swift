import CounterpointCore
import Foundation

/// The memory of the value that is encoded at one position of a state: how to recognize that the value has not changed
/// since, and its text.
///
/// A struct of observable state is recognized by the number of its last edit. Strings, lists, dictionaries and sets are
/// retained, and recognized by their bits; of large ones that have changed, the elements are recognized. What has
/// properties is encoded each time, but each of its properties is recognized. Objects, shared values and what contains
/// them are encoded each time, because they may change unseen.
final class EncodedPart {
  /// The way to recognize a value.
  enum Method {
    /// The value is encoded each time; its parts may be recognized.
    case none
    /// By its bits.
    case bits
    /// By the bits of the registrar at an offset.
    case edits(Int)
    /// By its elements.
    case elements
  }

  /// The output for a value.
  struct Output {
    let text: EncodedText
    let fields: ArraySlice<EncodedValue.Field>
    let absent: [AbsentField]
  }

  /// The type of the value.
  private var type: ObjectIdentifier?
  private(set) var method = Method.none
  /// The value or its registrar.
  private var known: AnyObject?
  /// The memory of the elements of a long list, set or dictionary.
  var elements: AnyObject?
  /// `nil` if the value has to be encoded again.
  var output: Output?
  private var parts: [String: EncodedPart] = [:]

  /// Returns the memory of a part of the value.
  func part(_ key: String) -> EncodedPart {
    if let part = parts[key] { return part }
    let part = EncodedPart()
    parts[key] = part
    return part
  }

  /// Prepares the memory for a value. Forgets a value of another type.
  func prepare<Value>(for value: Value.Type, hasRule: Bool) {
    guard type != ObjectIdentifier(value) else { return }
    type = ObjectIdentifier(value)
    known = nil
    elements = nil
    output = nil
    parts = [:]
    method = hasRule ? .none : Self.method(of: value)
  }

  /// Returns whether a value is a number or a short text, which costs less to write than to recognize.
  static func isShort<Value>(_ value: Value) -> Bool {
    if Value.self == String.self { return (value as? String ?? "").utf8.count <= 64 }
    return Value.self == Int.self || Value.self == Bool.self || Value.self == Double.self
  }

  private static func method<Value>(of type: Value.Type) -> Method {
    if type is any RecognizedByBits.Type { return .bits }
    if type is any RememberedElements.Type { return .elements }
    return registrarOffset(in: type).map { .edits($0) } ?? .none
  }

  /// Returns what was written for the same value; `nil` if it has changed.
  func output<Value>(of value: Value) -> Output? {
    guard let output, let known = known as? KnownValue<Value> else { return nil }
    switch method {
    case .bits: return known.value.map { haveSameBits($0, value) } ?? false ? output : nil
    case .edits(let offset):
      return known.registrar.map { haveSameEdit($0, registrar(of: value, at: offset)) } ?? false ? output : nil
    case .none, .elements: return nil
    }
  }

  /// Remembers what was written for a value.
  func remember<Value>(_ value: Value, _ output: Output) {
    self.output = output
    switch method {
    case .bits: known = KnownValue(value: value, registrar: nil)
    case .edits(let offset): known = KnownValue<Value>(value: nil, registrar: registrar(of: value, at: offset))
    case .none, .elements: break
    }
  }
}

private final class KnownValue<Value> {
  let value: Value?
  let registrar: ObservationStateRegistrar?

  init(value: Value?, registrar: ObservationStateRegistrar?) {
    self.value = value
    self.registrar = registrar
  }
}

/// A value whose storage has copy-on-write semantics. What it contains is retained with it.
protocol RecognizedByBits {}

extension String: RecognizedByBits {}
extension Dictionary: RecognizedByBits {}
extension Set: RecognizedByBits {}
extension Data: RecognizedByBits {}
