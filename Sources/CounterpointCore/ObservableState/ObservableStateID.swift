import Synchronization

/// The identity of a value of observable state.
///
/// A value gets one when it is made, and its copies have the same; a value that takes its place has another. Two payloads of
/// an enum differ by their case too.
public struct ObservableStateID: Hashable, Sendable {
  /// Tells a value from all others that were ever made.
  let serial: UInt64
  /// Tells the states of a value before and after an edit in place.
  var edit: UInt64
  /// The case of the enum that the value is the payload of, -1 if it is none's.
  private var tag = -1
  /// The cases of the enums around that one, the outermost last. Apart from the first, so that most ids allocate nothing.
  private var outerTags: [Int] = []

  init(serial: UInt64, edit: UInt64 = 0) {
    self.serial = serial
    self.edit = edit
  }

  /// An identity that nothing else has: of an enum in a case without observable payload.
  public init() {
    self.init(serial: Self.nextSerial())
  }

  /// The identity of an enum with this payload.
  ///
  /// - Parameter tag: The number of the case.
  public func tagged(_ tag: Int) -> Self {
    var id = self
    if id.tag < 0 { id.tag = tag } else { id.outerTags.append(tag) }
    return id
  }

  static func nextSerial() -> UInt64 {
    serials.add(1, ordering: .relaxed).newValue
  }

  private static let serials = Atomic<UInt64>(0)
}
