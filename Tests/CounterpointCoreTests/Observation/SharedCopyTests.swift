import CounterpointCore
import Foundation
import StateSharing
import Testing

/// Counts the copies of a shared value's buffer that actions make while view stores observe the value.
@MainActor
@Suite struct SharedCopyTests {
  enum Key: CaseIterable {
    case none, file, setting, inMemory

    func makeBuffer() -> Shared<Buffered> {
      switch self {
      case .none: Shared(value: Buffered())
      case .file: Shared(wrappedValue: Buffered(), .fileStorage(URL(filePath: "/buffered.json")))
      case .setting: Shared(wrappedValue: Buffered(), .appStorage("buffered"))
      case .inMemory: Shared(wrappedValue: Buffered(), .inMemory("buffered"))
      }
    }

    /// The copies that three changes in place make.
    var copiesInPlace: [Int] {
      switch self {
      case .none: [0, 0, 0]
      // The default is kept.
      case .file, .setting: [1, 0, 0]
      // The storage keeps the value.
      case .inMemory: [1, 1, 1]
      }
    }
  }

  @Test(arguments: Key.allCases)
  func anObservedPartOfTheValueCostsNoCopy(_ key: Key) {
    let buffer = key.makeBuffer()
    let store = Store(initialState: Buffer.State(buffered: buffer)) { Buffer() }
    let view = store.view(state: { $0.buffered.number }, action: { $0 as Buffer.Action })
    var seen: [Int] = []
    let token = view.observe { seen.append($0) }
    for _ in 1...3 { store.send(.changeInPlace) }
    #expect(store.copies == key.copiesInPlace)
    for _ in 1...3 { store.send(.change) }
    #expect(store.copies.suffix(3) == [1, 1, 1])
    #expect(seen == [0, 1, 2, 3, 4, 5, 6])
    token.cancel()
  }

  /// A view store compares its state with the one before, so it keeps the value.
  @Test(arguments: Key.allCases)
  func aViewStoreOfTheWholeValueCostsOneCopy(_ key: Key) {
    let store = Store(initialState: Buffer.State(buffered: key.makeBuffer())) { Buffer() }
    let view = store.view(state: { $0.buffered }, action: { $0 as Buffer.Action })
    var seen: [Int] = []
    let token = view.observe { seen.append($0.number) }
    for _ in 1...3 { store.send(.changeInPlace) }
    for _ in 1...3 { store.send(.change) }
    #expect(store.copies == [1, 1, 1, 1, 1, 1])
    #expect(seen == [0, 1, 2, 3, 4, 5, 6])
    token.cancel()
  }
}

/// A value like an array: a change replaces its buffer in place if nothing else has the buffer.
struct Buffered: Codable, Equatable, Sendable {
  private final class Storage: Codable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private var storage = Storage(0)

  var number: Int { storage.number }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }

  /// - Returns: The number of copies: 0 or 1.
  mutating func change() -> Int {
    let copies = isKnownUniquelyReferenced(&storage) ? 0 : 1
    storage = Storage(number + 1)
    return copies
  }
}

/// Changes a shared value, and counts the copies of each change.
private struct Buffer: Reducer {
  struct State {
    @Shared var buffered: Buffered
    var copies: [Int] = []
  }

  enum Action: Sendable { case change, changeInPlace }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      let copies =
        switch action {
        case .change: state.$buffered.withLock { $0.change() }
        case .changeInPlace: state.$buffered.withLockInPlace { $0.change() }
        }
      state.copies.append(copies)
      return .none
    }
  }
}

extension Store where State == Buffer.State {
  fileprivate var copies: [Int] { withState(\.copies) }
}
