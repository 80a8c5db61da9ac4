public import IdentifiedArrays

extension IdentifiedArray: IdentityTracked where Element: ObservableState {
  /// Tells whether elements have come, gone, moved or been replaced. O(1).
  public var _$identity: MembershipIdentity { MembershipIdentity(membership) }

  /// Leaves the elements alone: which one will be edited is not known.
  public mutating func _$willModify() {}

  /// The elements go. O(*n*).
  public func _$depart(_ watched: WatchedStates) {
    for element in self { element._$depart(watched) }
  }
}

/// The identity of a collection of observable state: another one after each change but an edit of an element in place.
public struct MembershipIdentity: Hashable, Sendable {
  private let membership: Membership

  init(_ membership: Membership) {
    self.membership = membership
  }
}
