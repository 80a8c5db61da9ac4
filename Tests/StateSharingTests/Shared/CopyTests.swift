import DependencyInjection
import Foundation
import StateSharing
import Testing

/// Counts the copies of a value's buffers that its changes make.
@Suite struct CopyTests {
  /// A value like an array: a change replaces its buffer in place if nothing else has the buffer.
  struct Counted: Codable, Equatable, Sendable {
    private final class Buffer: Codable, Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }

    private var buffer = Buffer(0)

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.buffer.number == rhs.buffer.number }

    /// - Returns: The number of copies: 0 or 1.
    mutating func change() -> Int {
      let copies = isKnownUniquelyReferenced(&buffer) ? 0 : 1
      buffer = Buffer(buffer.number + 1)
      return copies
    }
  }

  struct Group: Codable, Equatable, Sendable {
    var first = Counted()
    var name = ""
  }

  enum Place: CaseIterable {
    case noKey, inMemory, part, file, setting

    func make() -> Shared<Counted> {
      switch self {
      case .noKey: Shared(value: Counted())
      case .inMemory: Shared(wrappedValue: Counted(), .inMemory("counted"))
      case .part: Shared(value: Group()).first
      case .file: Shared(wrappedValue: Counted(), .fileStorage(URL(filePath: "/counted.json")))
      case .setting: Shared(wrappedValue: Counted(), .appStorage("counted"))
      }
    }

    /// The copies that three changes in place make.
    var copiesInPlace: [Int] {
      switch self {
      case .noKey, .part: [0, 0, 0]
      // The storage keeps the value.
      case .inMemory: [1, 1, 1]
      // The default is kept.
      case .file, .setting: [1, 0, 0]
      }
    }
  }

  @Test(arguments: Place.allCases)
  func aChangeWithALockCopiesOnce(_ place: Place) {
    let shared = place.make()
    for _ in 1...3 { #expect(shared.withLock { $0.change() } == 1) }
  }

  @Test(arguments: Place.allCases)
  func aChangeInPlaceCopiesOnlyWhatIsKept(_ place: Place) {
    let shared = place.make()
    #expect((1...3).map { _ in shared.withLockInPlace { $0.change() } } == place.copiesInPlace)
  }

  /// The value is restored if the closure throws, so there is a copy.
  @Test(arguments: Place.allCases)
  func aChangeInPlaceThatCanThrowCopiesOnce(_ place: Place) throws {
    let shared = place.make()
    for _ in 1...3 {
      let copies = try shared.withLockInPlace { value in
        try Task.checkCancellation()
        return value.change()
      }
      #expect(copies == 1)
    }
  }

  @Test func aReaderThatKeepsTheValueCostsOneCopy() {
    let shared = Shared(value: Counted())
    let kept = shared.wrappedValue
    #expect(shared.withLockInPlace { $0.change() } == 1)
    #expect(shared.withLockInPlace { $0.change() } == 0)
    #expect(kept != shared.wrappedValue)
  }
}
