import CounterpointCore
import CounterpointSupport

extension TestDriver {
  /// The effects in flight that the test has not skipped, in the order in which they began.
  var flights: [InFlightEffects.InFlightEffect] {
    contents.withLock { contents in contents.flights.inOrder.filter { !$0.isForgotten } }
  }

  /// Marks the effects in flight as skipped by the test.
  func forgetEffects() {
    contents.withLock { $0.flights.forget() }
  }

  /// Descriptions of the effects in flight, each with the reason for which it waits; empty if there are none.
  var flightList: [String] {
    inTurn {
      // Before the lock is taken, because the names of actions may run code of the user.
      let names = contents.withLock { $0.flights.inOrder }.map { ($0.unit.number, $0.unit.action) }
      let actions = Dictionary(uniqueKeysWithValues: names)
      return contents.withLock { contents in
        contents.flights.inOrder.flatMap { $0.descriptions(action: actions[$0.unit.number] ?? "an action") }
      }
    }
  }
}

extension InFlightEffects.InFlightEffect {
  /// Returns a description of each task of the effect.
  fileprivate func descriptions(action: String) -> [String] {
    let source = "'\(action)'" + (unit.origin.map { ", sent at \($0.location.fileID):\($0.location.line)" } ?? "")
    guard !works.isEmpty else { return ["An effect of \(source): it has not begun."] }
    return worksInOrder.map { work in
      "'.run' at \(work.place), of \(source): \(work.progress.occupation)."
    }
  }

  /// The source locations of the effect's tasks.
  var places: [String] { worksInOrder.map(\.place) }
}

extension EffectExecutor {
  /// The source location of the effect's `.run`.
  var place: String { location.map { "\($0.fileID):\($0.line)" } ?? "an unknown location" }

  /// Reports an effect that exceeded the step limit.
  func reportEndlessness() {
    guard let unit, let origin = unit.origin else { return }
    Failure(.hard, FailureText.endless(place: place, action: unit.action), at: origin.location)
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
