public import CustomDump

// All are those of the optional state: how it is stored is not part of the value.

extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal states, or nothing. O(1) for copies of which none was changed.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.sharesStorage(with: rhs) || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  /// Hashes the optional state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  /// Decodes the bare state, or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(State.self))
  }
}

extension PresentationState: Encodable where State: Encodable {
  /// Encodes the bare state, or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let state = wrappedValue {
      try container.encode(state)
    } else {
      try container.encodeNil()
    }
  }
}

extension PresentationState: CustomReflectable, CustomDumpRepresentable {
  /// The mirror of the optional state.
  public var customMirror: Mirror {
    Mirror(reflecting: wrappedValue as Any)
  }

  /// The optional state.
  public var customDumpValue: Any {
    wrappedValue as Any
  }
}

extension PresentationState: IdentityTracked where State: ObservableState {
  /// The identity of what is presented.
  public var _$identity: ObservableStateID? { wrappedValue?._$id }

  /// Gives what is presented a new identity.
  public mutating func _$willModify() {
    wrappedValue?._$willModify()
  }

  /// Whether what is presented was edited as a copy.
  public var _$isEditedCopy: Bool { wrappedValue?._$isEditedCopy ?? false }

  /// Compares what is presented, unless it is in the same storage.
  public func _$noteDifferences(from previous: Self) -> Bool {
    sharesStorage(with: previous) ? false : wrappedValue._$noteDifferences(from: previous.wrappedValue)
  }
}
