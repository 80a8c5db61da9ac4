public import Foundation

/// The version of a stored value. Each change of the value, and its deletion, has a greater version.
///
/// A reference applies a value only if its version is newer than its own, so a late answer, or the echo of a local
/// change, is harmless.
public struct SharedVersion: Hashable, Comparable, Sendable {
  /// The number.
  public let number: UInt64

  /// Creates a version.
  ///
  /// - Parameter number: The number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// Returns whether a version is older than another.
  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }
}

/// A stored value and its version.
public struct SharedStored<Value> {
  /// The value, or `nil` if nothing is stored.
  public var value: Value?

  /// The version. An absent or deleted value has one too.
  public var version: SharedVersion

  /// The ids of the last writes, the newest first, deletions included: as many as the storage keeps, for an
  /// ``AsyncTransactionalSharedKey``.
  ///
  /// They tell a reference whether its write has been stored when the answer was lost. One id suffices if no other
  /// program has written since; some dozens suffice practically always. Without ids, the outcome stays unknown.
  public var writeIDs: [UUID]

  /// Creates a stored value.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` if nothing is stored.
  ///   - version: The version.
  ///   - writeIDs: The ids of the last writes, the newest first.
  public init(value: Value?, version: SharedVersion, writeIDs: [UUID] = []) {
    self.value = value
    self.version = version
    self.writeIDs = writeIDs
  }
}

extension SharedStored: Sendable where Value: Sendable {}

/// The outcome of a commit.
public enum SharedCommit<Value> {
  /// The value is stored durably, in this version.
  case committed(SharedVersion)

  /// Another program was faster; this is the stored value.
  case conflict(SharedStored<Value>)
}

extension SharedCommit: Sendable where Value: Sendable {}
