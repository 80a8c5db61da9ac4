import Observation
import Synchronization

// The alternatives of a user who writes the same in plain Swift.

/// An observable count.
@Observable
final class ObservedCount {
  var count = 0

  /// Observes the count, and changes it.
  func observeAndIncrement() {
    withObservationTracking {
      _ = count
    } onChange: {
    }
    count += 1
  }

  /// Registers observers of the count.
  func addObservers(_ number: Int) {
    for _ in 0..<number {
      withObservationTracking {
        _ = count
      } onChange: {
      }
    }
  }
}

/// A count behind a lock.
final class LockedCount: Sendable {
  let count = Mutex(0)
}

/// A list of plain rows, each found by its id.
struct PlainRows: Equatable {
  /// A row without observation.
  struct Row: Equatable {
    let id: Int
    var count = 0
    var title = ""
  }

  private(set) var rows: [Row]
  private var positions: [Int: Int]

  init(count: Int) {
    rows = (0..<count).map { Row(id: $0) }
    positions = Dictionary(uniqueKeysWithValues: rows.indices.map { ($0, $0) })
  }

  /// Increments the count of a row.
  mutating func increment(id: Int) {
    guard let position = positions[id] else { return }
    rows[position].count += 1
  }

  /// Copies the rows, changes one, and compares the two.
  func isEqualAfterAnIncrement(id: Int) -> Bool {
    var copy = rows
    copy[id].count += 1
    return copy == rows
  }
}
