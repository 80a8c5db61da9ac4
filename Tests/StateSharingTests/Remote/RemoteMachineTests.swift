import Foundation
@testable import StateSharing
import Testing

/// The machine of remote storage as a table: each row is a list of events with the steps that follow.
@Suite struct RemoteMachineTests {
  @Test(arguments: MachineRow.storing + MachineRow.failures + MachineRow.conflicts)
  func storesChanges(_ row: MachineRow) { check(row) }

  @Test(arguments: MachineRow.foreignValues + MachineRow.transactions)
  func ordersForeignValues(_ row: MachineRow) { check(row) }

  @Test(arguments: MachineRow.losses + MachineRow.waiting)
  func reportsLosses(_ row: MachineRow) { check(row) }

  private func check(_ row: MachineRow) {
    var script = MachineScript()
    for (number, (event, step)) in row.steps.enumerated() {
      #expect(script.perform(event) == step, "event \(number + 1): \(event)")
    }
  }

  @Test func pausesAfterConflictsAreShort() {
    for attempts in 1...20 {
      #expect(RemoteConnection<Int>.pause(after: attempts, isFailure: false) <= .milliseconds(64))
      #expect(RemoteConnection<Int>.pause(after: attempts, isFailure: true) <= .seconds(5))
    }
  }

  @Test func onlyTheFirstRetriesFollowAtOnce() {
    #expect((1...100).filter(RemoteConnection<Int>.retriesAtOnce) == Array(1...7))
  }

  @Test func removedValuesAreRetainedUntilTheyAreTaken() {
    final class Object {}
    weak var value: Object?
    var machine = RemoteMachine<Object>(limit: 1)
    do {
      let object = Object()
      value = object
      machine.append(object, madeOn: nil)
    }
    // Beyond the limit, it is replaced.
    machine.append(Object(), madeOn: nil)
    #expect(value != nil)
    #expect(machine.takeDiscarded().count == 1)
    #expect(value == nil)
  }

  @Test func aRebaseMergesEachChangeWithTheOneBefore() {
    var rebase = RemoteRebase(base: 0, onto: SharedStored(value: 100, version: SharedVersion(2)))
    rebase.append([RemoteChange(number: 1, value: 1, isChange: true)], resolve: adding)
    rebase.append([RemoteChange(number: 2, value: 3, isChange: true)], resolve: adding)
    #expect(rebase.changes.map(\.value) == [101, 103])
    #expect(rebase.count == 2)
    #expect(rebase.lost == nil)
  }

  @Test func aRebaseOmitsLostChanges() {
    let stored = SharedStored<Int>(value: 100, version: SharedVersion(2))
    let changes = (1...3).map { RemoteChange(number: $0, value: Int($0), isChange: true) }
    var rebase = RemoteRebase(base: 0, onto: stored, without: 1)
    rebase.append(changes) { base, mine, theirs in mine == 2 ? nil : adding(base: base, mine: mine, theirs: theirs) }
    // The key refuses the second change. The third is still merged as its difference to the second.
    #expect(rebase.changes.map(\.value) == [101])
    #expect(rebase.lost == 2)
    #expect(rebase.value == 101)
  }

  @Test func aRebaseDropsADefaultIfAValueIsStored() {
    let changes = [
      RemoteChange(number: 1, value: 5, isChange: false), RemoteChange(number: 2, value: 6, isChange: true),
    ]
    var rebase = RemoteRebase(base: nil, onto: SharedStored(value: 41, version: SharedVersion(1)))
    rebase.append(changes, resolve: adding)
    #expect(rebase.changes.map(\.value) == [47])
    rebase = RemoteRebase(base: nil, onto: SharedStored(value: nil, version: SharedVersion(1)))
    rebase.append(changes, resolve: adding)
    #expect(rebase.changes.map(\.value) == [5, 6])
  }
}

/// An event of a machine of numbers. Versions are numbers, and so are the ids of writes.
enum MachineEvent: Sendable {
  /// A change to a number.
  case change(Int)
  /// A call of `save()`, which waits.
  case save
  /// A change was added, or a retry is due.
  case start
  case wake
  /// The storing task has acquired the storage.
  case attempt
  /// It has read a value.
  case read(Int?, version: UInt64, writes: [UInt8] = [])
  /// It is about to write the first change.
  case write(UInt8)
  /// The write is stored.
  case stored(version: UInt64)
  /// The write was answered without being stored.
  case rejected(UInt8)
  /// The storage refuses the first change.
  case refused
  /// Rebases all changes as those of a counter.
  case rebase(Int?, version: UInt64)
  /// The attempt is over.
  case end(MachineResult)
  /// A pause begins, and is over.
  case pause, resume
  /// There is no clock for a pause.
  case noClock
  /// A foreign value arrives.
  case arrive(Int, version: UInt64)
  /// A load finds a value, or nothing.
  case load(isEmpty: Bool, version: UInt64)
  /// The waiting callers are resumed, and a postponed value becomes the current one.
  case settle
  case beginTransaction, endTransaction
  /// A transaction has read or written a version.
  case accept(version: UInt64)
}

/// The result of an attempt.
enum MachineResult: Sendable {
  case done, conflict, failed
  /// A conflict that has opened the next transaction.
  case openConflict
}

/// Events of a machine, and the text of the step that follows each one.
struct MachineRow: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [(MachineEvent, String)]

  var testDescription: String { name }

  init(_ name: String, _ steps: (MachineEvent, String)...) {
    self.name = name
    self.steps = steps
  }
}

/// Performs events on a machine with room for three changes, as its driver does, and describes what it returns.
private struct MachineScript {
  private struct Unreachable: Error {}
  private struct Refused: Error {}

  private var machine = RemoteMachine<Int>(limit: 3)
  /// The cell's value and version.
  private var value = 0
  private var version: SharedVersion? = SharedVersion(1)

  private func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  private var queue: String { "\(machine.phase) \(machine.changes.map(\.value))" }

  mutating func perform(_ event: MachineEvent) -> String {
    switch event {
    case .change(let number):
      machine.append(number, madeOn: value)
      value = number
      return queue
    case .save:
      let adds = machine.save(value, isKnown: version != nil)
      return "\(adds ? "adds" : "keeps"), waiter \(machine.addWaiter(receivesLosses: true).id)"
    case .start:
      let (startsTask, overflow) = machine.start()
      return (startsTask ? "task" : "nothing") + (overflow.map { $0.isNew ? ", new overflow" : ", overflow" } ?? "")
    case .wake:
      machine.requestWake()
      return queue
    case .attempt:
      return machine.beginAttempt() ? queue : "task ends"
    case .read(let number, let new, let writes):
      let stored = SharedStored(value: number, version: SharedVersion(new), writeIDs: writes.map(id))
      return describe(machine.prepareFirst(on: stored, version: version, initialValue: 0))
    case .write(let number):
      let stored = SharedStored(value: value, version: version ?? SharedVersion(0))
      machine.willWriteFirst(machine.changes[0].value, id: id(number), on: stored)
      return queue
    case .stored(let new):
      version = SharedVersion(new)
      return finish(machine.changes[0].value)
    case .rejected(let number):
      machine.forgetWrite(id(number))
      return machine.changes[0].unconfirmedWrites.isEmpty ? "certain" : "uncertain"
    case .refused:
      machine.dropFirst(because: Refused(), in: version)
      return queue
    case .rebase(let number, let new):
      return rebase(onto: SharedStored(value: number, version: SharedVersion(new)))
    case .end(let result):
      machine.endAttempt()
      return next(after: result)
    case .pause:
      return "\(machine.beginPause() ? "skipped" : "sleeps"), \(machine.phase)"
    case .resume:
      machine.endPause()
      return queue
    case .noClock:
      return machine.retriesWithoutClock() ? "retries" : "task ends"
    case .arrive(let number, let new):
      guard !machine.isPostponed(number, SharedVersion(new)) else { return "postponed" }
      (value, version) = (number, SharedVersion(new))
      return "shows \(number)"
    case .load(let isEmpty, let new):
      let loaded = machine.loaded(isEmpty: isEmpty, version: SharedVersion(new), current: version)
      guard loaded.isRefused else { return loaded.adoptsVersion ? "adopts the version" : "nothing" }
      return machine.undoRefusal(in: SharedVersion(new), current: version) ? "undone" : "stays"
    case .settle:
      return settle()
    case .beginTransaction:
      return machine.beginTransaction() ? "\(machine.phase)" : "waits"
    case .endTransaction:
      machine.endTransaction()
      return queue
    case .accept(let new):
      return "\(machine.accept(SharedVersion(new), current: version))"
    }
  }

  private mutating func describe(_ preparation: RemoteMachine<Int>.Preparation) -> String {
    switch preparation {
    case .commit(let value): return "commit \(value)"
    case .rebase: return "rebase"
    case .lose(let value): return "lose \(value)"
    case .finish(let value, let new):
      if let new { version = new }
      return finish(value)
    }
  }

  private mutating func finish(_ value: Int?) -> String {
    let (changesError, error) = machine.finishFirst(storing: value)
    return queue + (changesError ? error == nil ? ", no error" : ", error stays" : "")
  }

  private mutating func rebase(onto stored: SharedStored<Int>) -> String {
    var rebase = machine.beginRebase(onto: stored, withoutFirst: false)
    let phase = machine.phase
    while let new = machine.changesToRebase(after: rebase.count) { rebase.append(new, resolve: adding) }
    machine.install(rebase, lost: nil)
    (value, version) = (rebase.value ?? 0, stored.version)
    return "\(phase), then \(queue)"
  }

  private mutating func next(after result: MachineResult) -> String {
    let next =
      switch result {
      case .done: machine.next(after: .done)
      case .conflict: machine.next(after: .conflict(isOpen: false))
      case .openConflict: machine.next(after: .conflict(isOpen: true))
      case .failed: machine.next(after: .failed(Unreachable()))
      }
    let failure = next.failure.map { failure in
      "\(failure.isReported ? "report" : "error") to \(failure.waiters.map(\.id))"
    }
    let pause = next.pause.map { "pause \($0.attempts)" } ?? "attempt"
    return [failure, pause].compactMap(\.self).joined(separator: ", ")
  }

  private mutating func settle() -> String {
    let arrival = machine.takePostponed(after: version)
    if let arrival { (value, version) = (arrival.value, arrival.version) }
    let loss = machine.loss
    let ready = machine.takeReadyWaiters()
    if loss != nil, !ready.isEmpty { machine.clearLoss() }
    var steps: [String] = []
    if let arrival { steps.append("shows \(arrival.value)") }
    if !ready.isEmpty { steps.append("\(loss == nil ? "resumes" : "throws to") \(ready.map(\.id))") }
    return steps.isEmpty ? "nothing" : steps.joined(separator: ", ")
  }
}
