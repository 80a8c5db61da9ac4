@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals
import Synchronization

/// A run of the function of an `observe` on this thread, which records the fields that the function reads.
///
/// Observation begins to track the reads of a function when the function returns. An earlier change, made by the
/// function itself, would be missed.
///
/// A run inside of another one hides its reads from Observation, which would add them to the reads of the outer run.
/// The outer function would then run, and repeat the inner `observe`, after each change of what only the inner one has
/// read. Such a run tracks its reads in ``NestedReads``.
final class ObservationRun {
  private var reads: [FieldRead] = []
  /// Whether the function has changed a field after reading it.
  private(set) var isOutdated = false
  /// The run around this one; `nil` if it is not nested.
  private let outer: ObservationRun?
  private let observation: any NestedObservation

  /// Creates a run inside of the one on this thread, if there is any.
  init(of observation: any NestedObservation) {
    self.observation = observation
    self.outer = Self.current?.object
  }

  /// The innermost run on this thread; `nil` if there is none.
  static var current: Unretained<ObservationRun>? {
    // `run(_:)` retains the object while it is current.
    Unretained(word: counterpoint_get_observation_run())
  }

  var isNested: Bool { outer != nil }

  /// Calls the function.
  func run(_ body: () -> Void) {
    let outer = counterpoint_exchange_observation_run(Unretained(self).word)
    withExtendedLifetime(self, body)
    _ = counterpoint_exchange_observation_run(outer)
  }

  /// Tracks a read of a field.
  ///
  /// - Returns: Whether an observer may have tracked the read.
  func access(_ read: FieldRead, _ register: () -> Bool) -> Bool {
    if isNested {
      NestedReads.shared.insert(read, of: observation)
      return true
    }
    let isTracked = register()
    if isTracked { reads.append(read) }
    return isTracked
  }

  /// Records that a field has changed.
  func noteChange(of field: FieldRead) {
    if !isOutdated, reads.contains(field) { isOutdated = true }
    outer?.noteChange(of: field)
  }
}

/// A field that was read, by its registrar.
///
/// The registrar may have been released and another one may have its address. This costs a superfluous run.
struct FieldRead: Hashable {
  let registrar: ObjectIdentifier
  let field: Int
}

/// An observation whose first run is inside of another one.
protocol NestedObservation: AnyObject, Sendable {
  /// Called on any thread after the change of a field that the first run has read.
  func fieldDidChange()
}

/// The fields that nested observations have read in their first runs. Later runs are not nested.
final class NestedReads: Sendable {
  static let shared = NestedReads()

  private struct Observation {
    /// Counted, because the order of a dictionary depends on addresses.
    let number: Int
    weak var observation: (any NestedObservation)?
  }

  private struct Table {
    var observations: [FieldRead: [ObjectIdentifier: Observation]] = [:]
    var reads: [ObjectIdentifier: Set<FieldRead>] = [:]
    var last = 0
  }

  private let table = Locked(Table())
  /// The number of observations in the table, so that a notification without any costs nothing.
  private let count = Atomic(0)

  /// Tracks a read until the observation is removed.
  func insert(_ read: FieldRead, of observation: any NestedObservation) {
    let id = ObjectIdentifier(observation)
    table.withLock { table in
      guard table.reads[id, default: []].insert(read).inserted else { return }
      table.last += 1
      table.observations[read, default: [:]][id] = Observation(number: table.last, observation: observation)
      count.store(table.reads.count, ordering: .sequentiallyConsistent)
    }
  }

  /// Ends the tracking of an observation's reads.
  func remove(_ observation: ObjectIdentifier) {
    table.withLock { table in
      for read in table.reads.removeValue(forKey: observation) ?? [] {
        table.observations[read]?[observation] = nil
        if table.observations[read]?.isEmpty ?? false { table.observations[read] = nil }
      }
      count.store(table.reads.count, ordering: .sequentiallyConsistent)
    }
  }

  /// Notifies the observations that have read a field.
  func notify(_ read: FieldRead) {
    guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
    let observations = table.withLock { table in
      let found = table.observations[read].map { Array($0.values) } ?? []
      return found.sorted { $0.number < $1.number }.compactMap(\.observation)
    }
    for observation in observations { observation.fieldDidChange() }
  }
}
