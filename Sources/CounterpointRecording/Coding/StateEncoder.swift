/// Encodes the states of a store, one after another, at a cost that follows what has changed between them.
///
/// A small state is encoded as a whole. Of a large one, the parts that have not changed are recognized, see
/// ``EncodedPart``. Used on one thread at a time.
final class StateEncoder {
  private let coder: RecordingCoder
  /// The memory of the last state; `nil` if it was small, or if nothing is known of it.
  private var root: EncodedPart?
  private var isLarge = false

  init(_ coder: RecordingCoder) {
    self.coder = coder
  }

  /// Encodes a state. The texts of long fields are hashes.
  ///
  /// - Throws: The error of the value, or one that says that its type is not `Encodable`.
  func encode(_ state: some Any) throws -> EncodedValue {
    if isLarge, root == nil { root = EncodedPart() }
    do {
      let encoded = try coder.encodeFields(state, remembering: root)
      note(encoded)
      return encoded
    } catch {
      root = nil
      throw error
    }
  }

  /// Encodes a state as a whole.
  ///
  /// - Throws: Like ``encode(_:)``.
  func encodeWhole(_ state: some Any) throws -> EncodedValue {
    let encoded = try coder.encodeFields(state)
    note(encoded)
    return encoded
  }

  /// Forgets the last state, because it has changed unseen.
  func forget() { root = nil }

  private func note(_ encoded: EncodedValue) {
    // A state around the limit does not change its treatment with each action.
    isLarge = encoded.text.count > (isLarge ? HashedText.limit / 2 : HashedText.limit)
    if !isLarge { root = nil }
  }
}
