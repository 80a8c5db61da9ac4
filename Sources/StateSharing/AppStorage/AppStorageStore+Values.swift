public import Foundation
import IssueReporting

extension AppStorageStore {
  /// Sets or removes a setting.
  ///
  /// - Parameters:
  ///   - value: A `Bool`, `Int`, `Double`, `String`, `[String]`, `URL`, `Data`, `Date`, or nil. Any other type is
  ///     reported as an issue.
  ///   - key: The setting.
  public func set(_ value: Any?, forKey key: String) {
    guard let value else { return set(nil as AppStorageValue?, key) }
    guard let stored = AppStorageValue(value) else {
      reportIssue("The setting '\(key)' can't hold a \(type(of: value)). Store it as data, or as a string.")
      return
    }
    set(stored, key)
  }

  /// Sets a setting, or removes it. The same as ``set(_:forKey:)``.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  /// Removes a setting.
  public func removeObject(forKey key: String) { set(nil as AppStorageValue?, key) }

  /// Returns a setting of any type, or nil.
  public func object(forKey key: String) -> Any? { value(key)?.content }

  /// A setting of any type, or nil.
  public func value(forKey key: String) -> Any? { value(key)?.content }

  /// A setting that is true or false; false if there is none of the type.
  public func bool(forKey key: String) -> Bool {
    if case .bool(let value)? = value(key) { value } else { false }
  }

  /// A setting that is a whole number; zero if there is none of the type.
  public func integer(forKey key: String) -> Int {
    if case .int(let value)? = value(key) { value } else { 0 }
  }

  /// A setting that is a number; zero if there is none.
  public func double(forKey key: String) -> Double {
    switch value(key) {
    case .double(let value): value
    case .int(let value): Double(value)
    default: 0
    }
  }

  /// A setting that is a text, or nil.
  public func string(forKey key: String) -> String? { object(forKey: key) as? String }

  /// A setting that is a list of texts, or nil.
  public func stringArray(forKey key: String) -> [String]? { object(forKey: key) as? [String] }

  /// A setting that is a URL, or nil.
  public func url(forKey key: String) -> URL? { object(forKey: key) as? URL }

  /// A setting that is data, or nil.
  public func data(forKey key: String) -> Data? { object(forKey: key) as? Data }
}
