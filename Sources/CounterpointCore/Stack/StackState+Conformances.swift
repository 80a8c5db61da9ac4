import OrderedCollections

extension StackState: Equatable where Element: Equatable {
  /// Returns whether both have equal elements with the same ids in the same order. O(*n*); O(1) for unchanged copies.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements == rhs.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the ids and the elements, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes a plain array of elements, which get new ids.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as a plain array.
  public func encode(to encoder: any Encoder) throws {
    try elements.values.elements.encode(to: encoder)
  }
}

extension StackState: CustomStringConvertible, CustomReflectable {
  /// The elements: `[a, b]`.
  public var description: String { elements.values.elements.description }

  /// The elements with their ids.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements.map { ($0.key, $0.value) }, displayStyle: .dictionary)
  }
}

extension StackState: IdentityTracked where Element: ObservableState {
  /// Tells whether elements have come, gone or been replaced. O(1).
  public var _$identity: MembershipIdentity { MembershipIdentity(membership) }

  /// Leaves the elements alone: which one will be edited is not known.
  public mutating func _$willModify() {}

  /// Always `false`: each element is asked when it has been edited.
  public var _$isEditedCopy: Bool { false }

  /// Compares the elements pair by pair, unless they are in the same storage. O(*n*).
  public func _$noteDifferences(from previous: Self) -> Bool {
    guard membership == previous.membership else { return true }
    if elements.values.sharesStorage(with: previous.elements.values) { return false }
    return zip(self, previous).reduce(false) { $1.0._$noteDifferences(from: $1.1) || $0 }
  }
}
