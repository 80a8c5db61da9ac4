import CounterpointTestSupport
import Foundation
import IdentifiedArrays
@_spi(Internals) import CounterpointSupport
import Observation
import StateSharingTestSupport
import Testing

@_spi(Internals) @_spi(SharedReferences) import StateSharing

/// A change of a value inside its own change stops the program, and so does a read inside its own change in place.
/// `ReadsInsideChangesTests` contains the reads inside other changes.
@Suite struct OverlappingAccessTests {
  @Test(arguments: Read.allCases) func aReadInsideAChangeInPlaceStopsTheProgram(_ read: Read) async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [read] in
      read.run()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Overlapping access: '"), "\(text)")
    #expect(text.contains("was read inside its own change in place"), "\(text)")
    #expect(text.contains(/begins at StateSharingTests\/OverlappingAccessTests\.swift:\d+/), "\(text)")
  }

  @Test(arguments: Change.allCases) func aChangeStopsTheProgram(_ change: Change) async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [change] in
      try await change.run()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Overlapping access: '"), "\(text)")
    let outer = text.firstMatch(
      of: /inside its own change, which begins at StateSharingTests\/OverlappingAccessTests\.swift:(\d+)/
    )
    #expect(outer != nil, "\(text)")
    // The location of an assignment is unknown.
    if change == .wrapper { return }
    let inner = text.firstMatch(of: /was changed at StateSharingTests\/OverlappingAccessTests\.swift:(\d+),/)
    #expect(inner != nil, "\(text)")
    // The locations differ, unless one call changes both.
    if change != .twoPartsAtOnce { #expect(inner?.output.1 != outer?.output.1, "\(text)") }
  }

  @Test func anotherThreadWaitsForTheChange() {
    for shared in [Shared(value: "a"), Shared(wrappedValue: "a", .inMemory("waits"))] {
      let seen = Locked<String?>(nil)
      let isReading = Latch(), hasRead = Latch()
      shared.withLock { value in
        Thread.detachNewThread {
          isReading.open()
          seen.withLock { $0 = shared.wrappedValue }
          hasRead.open()
        }
        isReading.wait()
        value = "half"
        value += " done"
      }
      hasRead.wait()
      #expect(seen.withLock { $0 } == "half done")
    }
  }

  @Test func aTransactionDoesNotBlockReaders() {
    let shared = Shared(wrappedValue: 1, Transactional())
    let seen = Locked<Int?>(nil)
    let hasRead = Latch()
    shared.withLock { value in
      value = 2
      Thread.detachNewThread {
        seen.withLock { $0 = shared.wrappedValue }
        hasRead.open()
      }
      hasRead.wait()
    }
    #expect(seen.withLock { $0 } == 1)
    #expect(shared.wrappedValue == 2)
  }

  @Test func otherValuesCanBeReadAndChangedInside() {
    let place = ScriptedKey<Int>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    let inner = [
      Shared(value: 0), Shared(wrappedValue: 0, .inMemory("inner")), Shared(wrappedValue: 0, ScriptedKey(place)),
      Shared(wrappedValue: 0, Transactional()), Shared(reference: Number()),
    ]
    let outer = Shared(value: 0)
    outer.withLock { outer in
      for inner in inner {
        inner.withLock { $0 = 1 }
        outer += inner.wrappedValue
      }
    }
    #expect(outer.wrappedValue == inner.count)
    #expect(place.saved.entries == [1])
    for outer in inner.dropFirst(2) {
      outer.withLock { outer in inner[0].withLock { outer += $0 } }
      #expect(outer.wrappedValue == 2)
    }
  }

  @Test func followersOfAnInnerValueMayReadTheOuterOne() {
    let outer = Shared(value: "a"), inner = Shared(value: "b")
    let seen = Recorder<String>()
    let subscription = inner.publisher.dropFirst().sink { seen.note("\($0) in \(outer.wrappedValue)") }
    let observed = Recorder<String>()
    withObservationTracking {
      _ = inner.wrappedValue
    } onChange: {
      observed.note(outer.wrappedValue)
    }
    outer.withLock { outer in
      outer = "half"
      inner.withLock { $0 = "c" }
      inner.withLock { $0 = "d" }
      #expect(seen.entries.isEmpty && observed.entries.isEmpty)
      outer = "whole"
    }
    #expect(seen.entries == ["c in whole", "d in whole"])
    #expect(observed.entries == ["whole"])
    subscription.cancel()
  }

  @Test func aFailedChangeNotifiesOfNestedChanges() {
    let outer = Shared(value: "a"), inner = Shared(value: 0)
    let seen = Recorder<String>()
    let subscription = inner.publisher.dropFirst().sink { seen.note("\($0) in \(outer.wrappedValue)") }
    #expect(throws: Failure.self) {
      try outer.withLock { outer in
        outer = "b"
        inner.withLock { $0 = 1 }
        throw Failure()
      }
    }
    #expect(seen.entries == ["1 in a"])
    subscription.cancel()
  }

  @Test func anArrivalWaitsForTheEndOfTheChange() {
    let place = ScriptedKey<[Int]>.Place()
    let shared = Shared(wrappedValue: [0], ScriptedKey(place)), other = Shared(value: 0)
    let seen = Recorder<String>()
    let subscription = shared.publisher.dropFirst().sink { seen.note("\($0) \(other.wrappedValue)") }
    shared.withLock { value in
      value.append(1)
      place.subscriber?.yield([7])
      place.subscriber?.yield(throwing: Failure())
      value.append(2)
    }
    #expect(shared.wrappedValue == [7])
    #expect(shared.loadError is Failure)
    // The same inside the change of another value.
    other.withLock { other in
      place.subscriber?.yield([8])
      other = 1
    }
    #expect(seen.entries == ["[0, 1, 2] 0", "[7] 0", "[8] 1"])
    place.nextLoad()?.resume(returning: [9])
    #expect(shared.wrappedValue == [8])
    subscription.cancel()
  }

  @Test func aReportOfTheStorageInATransactionArrivesAfterIt() {
    let key = Transactional()
    let shared = Shared(wrappedValue: 0, key)
    let seen = Recorder<Int>()
    // The value can't be changed during the transaction.
    let subscription = shared.publisher.dropFirst().sink { value in
      seen.note(value)
      if value == 5 { shared.withLock { $0 = 6 } }
    }
    key.report.withLock { $0 = 5 }
    shared.withLock { $0 = 1 }
    #expect(seen.entries == [1, 5, 6])
    subscription.cancel()
  }
}

// MARK: - Overlapping accesses, each in a process of its own

private struct Row: Identifiable, Equatable, Sendable {
  var id = 1
  var title = "a"
}

extension OverlappingAccessTests {
  /// A read inside the change in place of the same value.
  enum Read: String, CaseIterable, Codable, Sendable {
    case itself, onlyTheSecondTime, inMemory, ofTheSameKey, reader, part, whole, mapped, element, description
    case comparison, follower, inner, saved, transactional, custom, failing, tracked, expected, expectedWrapper

    func run() {
      let shared = Shared(value: "a"), kept = Shared(wrappedValue: "a", .inMemory("kept"))
      let row = Shared(value: Row()), rows = Shared(value: IdentifiedArray(uniqueElements: [Row()]))
      switch self {
      case .itself: shared.withLockInPlace { $0 = shared.wrappedValue + "!" }
      case .onlyTheSecondTime:
        for run in 1...2 {
          shared.withLockInPlace { if run == 2 { $0 = shared.wrappedValue } }
        }
      case .inMemory: kept.withLockInPlace { $0 = kept.wrappedValue }
      case .ofTheSameKey:
        let other = Shared(wrappedValue: "b", .inMemory("kept"))
        kept.withLockInPlace { $0 = other.wrappedValue }
      case .reader:
        let reader = SharedReader(kept)
        kept.withLockInPlace { $0 = reader.wrappedValue }
      case .part: row.withLockInPlace { $0.id = row.title.wrappedValue.count }
      case .whole: row.title.withLockInPlace { $0 = "\(row.wrappedValue.id)" }
      case .mapped:
        let count = shared.read { $0.count }
        shared.withLockInPlace { $0 = "\(count.wrappedValue)" }
      case .element: rows.withLockInPlace { $0[id: 1]?.title = Array(rows).first?.wrappedValue.title ?? "" }
      case .description: shared.withLockInPlace { $0 = "\(shared)" }
      case .comparison: shared.withLockInPlace { $0 = "\(shared == kept)" }
      case .follower: shared.withLockInPlace { _ in _ = shared.publisher.sink { _ in } }
      case .inner: shared.withLockInPlace { _ in kept.withLockInPlace { $0 = shared.wrappedValue } }
      case .saved:
        let place = ScriptedKey<Int>.Place()
        place.script.withLock { $0.answer = { .success(nil) } }
        let saved = Shared(wrappedValue: 0, ScriptedKey(place))
        saved.withLockInPlace { $0 = saved.wrappedValue + 1 }
      case .transactional:
        let stored = Shared(wrappedValue: 0, Transactional())
        stored.withLockInPlace { $0 = stored.wrappedValue + 1 }
      case .custom:
        let custom = Shared(reference: Number())
        custom.withLockInPlace { $0 = custom.wrappedValue + 1 }
      case .failing:
        try? shared.withLockInPlace { value in
          value = shared.wrappedValue
          throw Failure()
        }
      case .tracked:
        let tracker = SharedChangeTracker(reportUnassertedChanges: false)
        tracker.track { shared.withLockInPlace { $0 = shared.wrappedValue } }
      case .expected:
        let tracker = SharedChangeTracker(reportUnassertedChanges: false)
        tracker.track { shared.withLockInPlace { $0 = "b" } }
        tracker.assert { shared.withLockInPlace { $0 = shared.wrappedValue + "b" } }
      case .expectedWrapper:
        @Shared(value: "a") var pointed
        let tracker = SharedChangeTracker(reportUnassertedChanges: false)
        let wrapper = $pointed
        tracker.track { $pointed = Shared(value: "b") }
        tracker.assert { wrapper.withLockInPlace { $0 = wrapper.wrappedValue } }
      }
    }
  }

  /// A change inside the change of the same value.
  enum Change: String, CaseIterable, Codable, Sendable {
    case itself, ofTheSameKey, part, whole, twoPartsAtOnce, saved, transactional, ofTheStorage, custom, tracked
    case expected, wrapper

    func run() async throws {
      let shared = Shared(value: "a"), row = Shared(value: Row())
      switch self {
      case .itself:
        shared.withLock { _ in
          shared.withLock { $0 = "b" }
        }
      case .ofTheSameKey:
        let one = Shared(wrappedValue: 1, .inMemory("kept")), other = Shared(wrappedValue: 1, .inMemory("kept"))
        one.withLock { _ in
          other.withLock { $0 = 2 }
        }
      case .part:
        row.withLock { _ in
          row.title.withLock { $0 = "b" }
        }
      case .whole:
        row.title.withLock { _ in
          row.withLock { $0 = Row(id: 2) }
        }
      case .twoPartsAtOnce: withLocks(row.title, row.id) { $0 = "\($1)" }
      case .saved:
        let place = ScriptedKey<Int>.Place()
        place.script.withLock { $0.answer = { .success(nil) } }
        let saved = Shared(wrappedValue: 0, ScriptedKey(place))
        saved.withLock { _ in
          saved.withLock { $0 = 1 }
        }
      case .transactional:
        let stored = Shared(wrappedValue: 0, Transactional())
        stored.withLock { _ in
          stored.withLock { $0 = 1 }
        }
      case .ofTheStorage:
        let key = Transactional()
        let stored = Shared(wrappedValue: 0, key)
        key.act.withLock { $0 = .init { stored.withLock { $0 = 9 } } }
        stored.withLock { $0 = 1 }
      case .custom:
        let custom = Shared(reference: Number())
        custom.withLock { _ in
          custom.withLock { $0 = 1 }
        }
      case .tracked:
        SharedChangeTracker(reportUnassertedChanges: false).track {
          shared.withLock { _ in
            shared.withLock { $0 = "b" }
          }
        }
      case .expected:
        let tracker = SharedChangeTracker(reportUnassertedChanges: false)
        tracker.track { shared.withLock { $0 = "b" } }
        tracker.assert {
          shared.withLock { _ in
            shared.withLock { $0 = "b" }
          }
        }
      case .wrapper:
        shared.withLock { _ in shared.projectedValue = Shared(value: "b") }
      }
    }
  }

  /// A number that another module stores.
  private final class Number: CustomMutableSharedReference {
    let link = SharedReferenceLink<Int>()
    private let number = Locked(0)
    var value: Int { number.withLock { $0 } }
    var description: String { "number" }

    func change<Result, Failure: Error>(
      _ operation: (inout Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      var value = value
      let result = try operation(&value)
      number.withLock { $0 = value }
      return result
    }
  }

  /// A storage with transactions that can run code during a commit.
  private final class Transactional: TransactionalSharedKey {
    struct Act: Sendable {
      let call: @Sendable () -> Void
      init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    }

    private let contents = Locked((value: Int?.none, version: UInt64(0)))
    private let subscriber = Locked<SharedSubscriber<Int>?>(nil)
    /// The value to report in the next commit.
    let report = Locked<Int?>(nil)
    let act = Locked<Act?>(nil)
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(with: .success(contents.withLock(\.value)))
    }

    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      self.subscriber.withLock { $0 = subscriber }
      return SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) { continuation.resume() }

    func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Int>, ticket: Int) {
      contents.withLock { (SharedStored(value: $0.value, version: SharedVersion($0.version)), 0) }
    }

    func commit(_ value: Int, _ ticket: Int) throws -> SharedCommit<Int> {
      act.withLock { $0 }?.call()
      let version = contents.withLock { contents in
        contents = (value, contents.version + 1)
        return contents.version
      }
      let report = report.withLock { report in
        defer { report = nil }
        return report
      }
      if let report { subscriber.withLock { $0 }?.yield(report) }
      return .committed(SharedVersion(version))
    }

    func rollback(_ ticket: Int) {}
  }
}
