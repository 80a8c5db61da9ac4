import ControlledClocks
import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct FileMemoryTests {
  private let files = Locked<[URL: Data]>([:])
  private let url = URL(fileURLWithPath: "/counterpoint-test/value.json")

  private func text() -> String { String(decoding: files.withLock { $0[url] } ?? Data(), as: UTF8.self) }

  private func withFiles<Result>(_ clock: (any Clock<Duration>)? = nil, _ body: () async throws -> Result)
    async rethrows -> Result
  {
    try await withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: files, clock: clock)
    } operation: {
      try await body()
    }
  }

  @Test func testsWriteToADictionaryAndNeverToTheDisk() async {
    await withFiles {
      @Shared(.fileStorage(url)) var count = 1
      #expect(files.withLock { $0 } == [url: Data()])
      for number in 2...4 {
        $count.withLock { $0 = number }
        #expect(text() == "\(number)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func aLoadDoesNotUndoAChangeThatWaits() async throws {
    let clock = TestClock()
    try await withFiles(clock) {
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      #expect(text() == "1")
      try await $count.load()
      #expect(count == 2)
      await clock.advance(by: .seconds(1))
      #expect(text() == "2" && count == 2)
    }
  }

  /// JSON has no numbers for them.
  @Test func numbersOutsideOfJSONAreStoredAsStrings() async throws {
    try await withFiles {
      @Shared(.fileStorage(url)) var limits = [1.5]
      $limits.withLock { $0 = [.nan, .infinity, -.infinity, 2] }
      try await $limits.save()
      #expect(text().filter { !$0.isWhitespace } == ##"["#nan","#inf","#-inf",2]"##)
    }
    await withFiles {
      @Shared(.fileStorage(url)) var limits = [1.5]
      #expect(limits.map(\.description) == ["nan", "inf", "-inf", "2.0"])
    }
    files.withLock { $0 = [url: Data(##"{"payload":["#inf"],"version":1}"##.utf8)] }
    await withFiles {
      @Shared(.fileStorage(url, version: 1, migrations: [:])) var limits = [1.5]
      #expect(limits == [.infinity])
    }
  }

  /// A type that tries a number first reads each text as a text.
  @Test(arguments: ["nan", "NaN", "inf", "-inf", "Infinity"])
  func textsThatLookLikeNumbersStayTexts(_ text: String) async throws {
    enum Scalar: Codable, Equatable {
      case number(Double)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
      }
    }
    try await withFiles {
      @Shared(.fileStorage(url)) var value = Scalar.number(0)
      $value.withLock { $0 = .text(text) }
      try await $value.save()
    }
    await withFiles {
      @Shared(.fileStorage(url)) var value = Scalar.number(0)
      #expect(value == .text(text))
    }
  }

  @Test func eachTestHasItsOwnFiles() {
    @Shared(.fileStorage(url)) var count = 1
    $count.withLock { $0 += 1 }
    #expect(count == 2)
  }

  @Test func writesAreThrottled() async {
    let clock = TestClock()
    await withFiles(clock) {
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      #expect(text() == "1")
      $count.withLock { $0 = 2 }
      #expect(text() == "1")
      await clock.advance(by: .milliseconds(999))
      #expect(text() == "1")
      $count.withLock { $0 = 3 }
      await clock.advance(by: .milliseconds(1))
      #expect(text() == "3")
      await clock.advance(by: .milliseconds(1500))
      $count.withLock { $0 = 4 }
      #expect(text() == "4")
    }
  }

  @Test func savingWritesAtOnceAndResumesWaitingSaves() async throws {
    let clock = TestClock()
    try await withFiles(clock) {
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      try await $count.save()
      #expect(text() == "2")
      files.withLock { $0[url] = Data("2".utf8) }
      await clock.advance(by: .seconds(2))
      #expect(text() == "2")
      $count.withLock { $0 = 3 }
      #expect(text() == "3")
    }
  }

  @Test func aWaitingChangeIsWrittenAfterTheLastWrapperIsReleased() async {
    let clock = TestClock()
    await withFiles(clock) {
      do {
        @Shared(.fileStorage(url)) var count = 0
        $count.withLock { $0 = 1 }
        $count.withLock { $0 = 2 }
      }
      await clock.advance(by: .seconds(1))
      #expect(text() == "2")
    }
  }

  @Test func aFailureAtTheEndOfThePauseIsReported() async {
    let clock = TestClock()
    await withFiles(clock) {
      let encode: @Sendable (Int) throws -> Data = { number in
        if number == 2 { throw Failure() }
        return Data("\(number)".utf8)
      }
      let decode: @Sendable (Data) throws -> Int = { _ in 0 }
      @Shared(.fileStorage(url, decode: decode, encode: encode)) var count = 0
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      #expect($count.saveError == nil)
      await clock.advance(by: .seconds(1))
      #expect($count.saveError is Failure)
      #expect(text() == "1")
    }
  }

  @Test func immediateModeHasNoPause() async {
    await withFiles(TestClock()) {
      @Shared(.fileStorage(url, mode: .immediate)) var count = 0
      for number in 1...3 {
        $count.withLock { $0 = number }
        #expect(text() == "\(number)")
      }
    }
  }

  @Test func flushingWritesWaitingChanges() async throws {
    try await withFiles(TestClock()) {
      @Shared(.fileStorage(url)) var count = 0
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      try await SharedStorage.flushAll()
      #expect(text() == "2")
    }
  }

  @Test func olderFormatsAreMigrated() async throws {
    struct Value: Codable, Equatable, Sendable { var name: String, count: Int }
    let migrations: [Int: @Sendable (Data) throws -> Data] = [
      0: { Data(#"{"title":\#(String(decoding: $0, as: UTF8.self))}"#.utf8) },
      2: { data in
        let old = try JSONDecoder().decode([String: String].self, from: data)
        return try JSONEncoder().encode(Value(name: old["title"] ?? "", count: 1))
      },
    ]
    files.withLock { $0[url] = Data(#""old""#.utf8) }
    try await withFiles {
      do {
        @Shared(.fileStorage(url, version: 3, migrations: migrations)) var value = Value(name: "", count: 0)
        #expect(value == Value(name: "old", count: 1))
        #expect(text() == #""old""#)
        try await $value.save()
        #expect(text().contains(#""version" : 3"#) || text().contains(#""version":3"#))
      }
      @Shared(.fileStorage(url, version: 3, migrations: [:])) var value = Value(name: "", count: 0)
      #expect(value.count == 1)
    }
    files.withLock { $0[url] = Data(#""old""#.utf8) }
    await withFiles {
      @Shared(.fileStorage(url, version: 3, migrations: migrations, eager: true)) var value = Value(name: "", count: 0)
      #expect(text().contains("version"))
    }
  }

  @Test func aNewerFormatIsRefusedAndNeverOverwritten() async throws {
    let newer = #"{"payload":{"n":1},"version":9}"#
    files.withLock { $0[url] = Data(newer.utf8) }
    await withFiles {
      @Shared(.fileStorage(url, version: 3, migrations: [:])) var value = ["n": 0]
      guard case .newerSchema(_, 9, 3)? = $value.loadError as? SharedStorageError else {
        Issue.record("\(String(describing: $value.loadError))")
        return
      }
      #expect(value == ["n": 0])
      $value.withLock { $0["n"] = 2 }
      #expect($value.saveError is SharedStorageError)
      let shared = $value
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      #expect(text() == newer)
    }
  }
}
