public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
public import CustomDump

/// The state of a presented child feature; `nil` while nothing is presented.
///
/// `@Presents` creates one in observable state; otherwise it is used as a property wrapper:
///
/// ```swift
/// struct State {
///   @PresentationState var editor: Editor.State?
/// }
/// ```
///
/// `state.editor` is the child's state. `state.$editor` is this value;
/// ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)`` takes a key path to it.
///
/// The child's state is stored in a separate object with copy-on-write semantics, so a feature can present itself,
/// and the parent's state stays small.
@propertyWrapper
@dynamicMemberLookup
public struct PresentationState<State> {
  /// `nil` while nothing is presented, so that this costs no allocation.
  private var storage: Storage?

  private final class Storage {
    // Unchecked exclusivity, because two stores may read the state in place at the same time. Only the one value that
    // references the storage writes it.
    @safe @exclusivity(unchecked) var state: State?

    init(_ state: State?) {
      self.state = state
    }
  }

  /// Creates the state of a presentation.
  ///
  /// - Parameter wrappedValue: The child's state; `nil` presents nothing.
  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.init)
  }

  /// The child's state, `nil` while nothing is presented.
  public var wrappedValue: State? {
    get { storage?.state }
    set { storage = newValue.map(Storage.init) }
    _modify {
      makeUnique()
      guard let storage else {
        var state: State?
        // In a defer statement, because an edit that throws must be written back too.
        defer { self.storage = state.map(Storage.init) }
        yield &state
        return
      }
      defer { if storage.state == nil { self.storage = nil } }
      yield &storage.state
    }
  }

  /// This value: `state.$editor`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// The payload of the presented enum's case, `nil` in another case or while nothing is presented:
  /// `state.$destination.edit`.
  ///
  /// - Parameter keyPath: The case path's property.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<State.AllCasePaths, AnyCasePath<State, Member>>
  ) -> Member? where State: CasePathable {
    wrappedValue.flatMap(State.allCasePaths[keyPath: keyPath].extract)
  }

  /// Reads the child's state in place; returns `nil` while nothing is presented.
  func read<Result>(_ read: (Address<State>) -> Result) -> Result? {
    guard let storage else { return nil }
    return withAddress(of: &storage.state) { state in state.reading.payload().map(read) }
  }

  /// Calls a function with the address of the child's state; with `nil` while nothing is presented.
  func withState<Result>(_ body: (Address<State>?) throws -> Result) rethrows -> Result {
    guard let storage else { return try body(nil) }
    return try withAddress(of: &storage.state) { state in try body(state.reading.payload()) }
  }

  /// Whether anything is presented.
  var isPresented: Bool { storage != nil }

  /// Returns whether both are unchanged copies of one value.
  func sharesStorage(with other: Self) -> Bool {
    storage === other.storage
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage), let state = storage?.state {
      storage = Storage(state)
    }
  }
}

extension PresentationState: @unchecked Sendable where State: Sendable {
  // @unchecked because the storage is a class. It is written only while this value holds the only reference.
}

extension PresentationState: PresentingState {
  var presented: Any? { wrappedValue }
}

extension PresentationState: EmptyInitializable {
  init() {
    self.init(wrappedValue: nil)
  }
}

extension _ObservedFields {
  /// Adds a presentation under the optional property that was selected by a pattern. Stores of the child are scoped to
  /// that property.
  ///
  /// - Parameters:
  ///   - number: The number of the field.
  ///   - stored: The stored property behind the property of the last pattern.
  ///   - registrar: The registrar of the value.
  public func addPresented<Value>(
    _ number: Int,
    stored: WritableKeyPath<Root, PresentationState<Value>>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    guard let property = named as? WritableKeyPath<Root, Value?> else {
      preconditionFailure("Field \(number) of \(Root.self) was listed with the property of another type.")
    }
    presented[property] = StatePath(stored, field: number, stored: stored, registrar: registrar)
  }
}

extension PresentationState where State: CasePathable {
  /// The payload of the presented enum's case; `nil` in another case or while nothing is presented.
  ///
  /// ```swift
  /// state.$destination[case: \.edit]?.title = "Fugue"
  /// ```
  ///
  /// Edits are in place. Assigning `nil` ends the presentation. Writing in another case, or while nothing is presented,
  /// changes nothing and is reported as an issue. To present a feature, assign the whole value.
  ///
  /// - Parameter keyPath: The case.
  public subscript<Member>(
    case keyPath: CaseKeyPath<State, Member>,
    fileID fileID: _CallerText = #fileID,
    filePath filePath: _CallerText = #filePath,
    line line: _CallerNumber = #line,
    column column: _CallerNumber = #column
  ) -> Member? {
    get { wrappedValue.flatMap(AnyCasePath(keyPath).extract) }
    _modify {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &wrappedValue[case: keyPath, at: location]
    }
  }
}

// The conformances are those of the optional state. The storage is not part of the value.

extension PresentationState: Equatable where State: Equatable {
  /// Returns whether both present equal states, or nothing. O(1) for unchanged copies.
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
  /// Decodes the state, or null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(State.self))
  }
}

extension PresentationState: Encodable where State: Encodable {
  /// Encodes the state, or null.
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

extension PresentationState: _IdentityTracked where State: ObservableState {
  /// The identity of the presented state.
  public var _$identity: ObservableStateID? { wrappedValue?._$id }

  /// Changes the identity of the presented state.
  public mutating func _$willModify() {
    wrappedValue?._$willModify()
  }

  /// Whether the presented state was edited as a copy.
  public var _$isEditedCopy: Bool { wrappedValue?._$isEditedCopy ?? false }

  /// Compares the presented states, unless they share their storage.
  public func _$noteDifferences(from previous: Self) -> Bool {
    sharesStorage(with: previous) ? false : wrappedValue._$noteDifferences(from: previous.wrappedValue)
  }
}

// In a `Codable` struct, presented state is coded like an optional: `nil` is not written, and an absent value is read
// as `nil`. The compiler prefers these overloads to those of the standard library.

extension KeyedDecodingContainer {
  /// Reads presented state; `nil` if there is no value.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type,
    forKey key: Key
  ) throws -> PresentationState<State> {
    PresentationState(wrappedValue: try decodeIfPresent(State.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Writes presented state. Writes nothing for `nil`.
  public mutating func encode<State: Encodable>(_ value: PresentationState<State>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
