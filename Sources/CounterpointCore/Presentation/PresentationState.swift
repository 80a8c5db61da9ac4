public import CaseKeyPaths

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
/// `state.editor` is the child's state. `state.$editor` is this value:
/// ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)`` takes a key path to it.
///
/// The child's state has storage of its own, so a feature can present itself and a parent stays small. Copies share
/// the storage (copy-on-write): a change in place copies nothing while the storage is not shared.
@propertyWrapper
@dynamicMemberLookup
public struct PresentationState<State> {
  /// `nil` while nothing is presented, so that this costs no allocation.
  private var storage: Storage?

  private final class Storage {
    // Without checks of exclusive access, because two stores may read the state where it is at the same time. It is
    // written only through the one value that refers to the storage.
    @safe @exclusivity(unchecked) var state: State?

    init(_ state: State?) {
      self.state = state
    }
  }

  /// Creates the state of what is presented at first.
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
        // In a defer, so that an edit that throws counts too.
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

  /// Reads the child's state where it is, if it is there.
  func read<Result>(_ read: (Address<State>) -> Result) -> Result? {
    guard let storage else { return nil }
    return withAddress(of: &storage.state) { state in state.reading.payload().map(read) }
  }

  /// Calls a function with the place of the child's state, with `nil` where nothing is presented.
  func withState<Result>(_ body: (Address<State>?) throws -> Result) rethrows -> Result {
    guard let storage else { return try body(nil) }
    return try withAddress(of: &storage.state) { state in try body(state.reading.payload()) }
  }

  /// Whether anything is presented.
  var isPresented: Bool { storage != nil }

  /// Whether both are copies of one value, neither of which has been changed.
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
  // @unchecked because the storage is a class; it is written only while this value is the only one that refers to it.
}

/// A presentation of whatever type.
protocol PresentingState {
  /// The presented state.
  var presented: Any? { get }
}

extension PresentationState: PresentingState {
  var presented: Any? { wrappedValue }
}

extension PresentationState: TakenOut {
  init() {
    self.init(wrappedValue: nil)
  }
}
