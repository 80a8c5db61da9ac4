public import Foundation

/// Which state of a stored value this is: each change of it, and its deletion, has a greater one.
///
/// References apply a versioned value only if it is newer than what they have, so that an answer that comes late, or one's own
/// change coming back, does no harm.
public struct SharedVersion: Hashable, Comparable, Sendable {
  /// The number.
  public let number: UInt64

  /// Makes a version.
  ///
  /// - Parameter number: The number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// Whether a version is older than another.
  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }
}

/// What is stored, and in which version.
public struct SharedStored<Value> {
  /// The value, or `nil` if nothing is stored.
  public var value: Value?

  /// The version: what is absent or has been deleted has one too.
  public var version: SharedVersion

  /// The ids of the writes that have led to it, the newest first, deletions included: as many as the storage keeps, for an
  /// ``AsyncTransactionalSharedKey``.
  ///
  /// By them a reference finds out whether its write has been stored after the answer was lost. With one, it knows if nobody has
  /// written since; with some dozens, as good as always. With none it can only say that it does not know.
  public var writeIDs: [UUID]

  /// Makes a stored value.
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

/// How a commit ended.
public enum SharedCommit<Value> {
  /// The value is stored durably, in this version.
  case committed(SharedVersion)

  /// Somebody else was faster; this is what is stored now.
  case conflict(SharedStored<Value>)
}

extension SharedCommit: Sendable where Value: Sendable {}
