public import IdentifiedArrays

extension IdentifiedArray: IdentityTracked where Element: ObservableState {
  /// Tells whether elements have come, gone, moved or been replaced. O(1).
  public var _$identity: MembershipIdentity { MembershipIdentity(membership) }

  /// Leaves the elements alone: which one will be edited is not known.
  public mutating func _$willModify() {}

  /// Always `false`: each element is asked when it has been edited.
  public var _$isEditedCopy: Bool { false }

  /// Compares the elements pair by pair, unless they are in the same storage. O(*n*).
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard membership == previous.membership else { return true }
    if sharesStorage(with: previous) { return false }
    return indices.reduce(false) { self[elementAt: $1]._$noteDifferences(from: previous[elementAt: $1]) || $0 }
  }
}

/// The identity of a collection of observable state: another one after each change but an edit of an element in place.
public struct MembershipIdentity: Hashable, Sendable {
  private let membership: Membership

  init(_ membership: Membership) {
    self.membership = membership
  }
}
