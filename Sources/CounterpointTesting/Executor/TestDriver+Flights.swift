import CounterpointCore
import Locks

extension TestDriver {
  /// The effects in flight that the test cares for, in the order in which they began.
  var flights: [Flights.Flight] {
    contents.withLock { contents in contents.flights.inOrder.filter { !$0.isForgotten } }
  }

  /// Says that the test does not care for the effects in flight.
  func forgetEffects() {
    contents.withLock { $0.flights.forget() }
  }

  /// The effects in flight as text, each with what it waits for; empty if there is none.
  var flightList: [String] {
    inTurn {
      // Before the lock is taken, because the names of actions may come from the user's code.
      let names = contents.withLock { $0.flights.inOrder }.map { ($0.unit.number, $0.unit.action) }
      let actions = Dictionary(uniqueKeysWithValues: names)
      return contents.withLock { contents in
        contents.flights.inOrder.flatMap { $0.descriptions(action: actions[$0.unit.number] ?? "an action") }
      }
    }
  }
}

extension Flights.Flight {
  /// What the effect is doing, each of its works.
  fileprivate func descriptions(action: String) -> [String] {
    let source = "'\(action)'" + (unit.origin.map { ", sent at \($0.fileID):\($0.line)" } ?? "")
    guard !works.isEmpty else { return ["An effect of \(source): it waits for its turn."] }
    return worksInOrder.map { work in
      "'.run' at \(work.place), of \(source): \(work.progress.occupation)."
    }
  }

  /// Where the effect's works are in the code.
  var places: [String] { worksInOrder.map(\.place) }
}

extension EffectExecutor {
  /// Where the effect's `.run` is.
  var place: String { location.map { "\($0.fileID):\($0.line)" } ?? "a place that is not known" }

  /// Fails the test because the effect goes on for ever. It has been found out while it ran.
  func reportEndlessness() {
    guard let unit, let origin = unit.origin else { return }
    Failure(.hard, FailureText.endless(place: place, action: unit.action), at: SourceLocation(origin))
      .report(.on, after: driver.missingOverrides.first)
  }
}

extension EffectExecutor.Progress {
  fileprivate var occupation: String {
    guard !deadlines.isEmpty else { return "it waits for something that the test store does not run" }
    let times = deadlines.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: " and until ")
    return "it sleeps on a test clock until \(times)"
  }
}

extension SourceLocation {
  /// Where a `send` is.
  init(_ origin: SendOrigin) {
    self.init(fileID: origin.fileID, filePath: origin.filePath, line: origin.line, column: origin.column)
  }
}
