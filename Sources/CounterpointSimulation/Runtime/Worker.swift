@_spi(Internals) import CounterpointSupport
import Foundation

/// A thread of a simulation. One of them has the turn at a time, so the simulation is deterministic.
///
/// A process that waits inside of a system call keeps its thread, and another worker goes on with the other processes.
final class Worker: @unchecked Sendable {
  // @unchecked because all properties are accessed only by the worker that has the turn.
  let scheduler: Scheduler
  /// The process whose job runs on this thread.
  var process: SimulatedProcess?
  /// Opened when the worker gets the turn.
  var turn = Latch()
  /// Whether the simulation has ended, so that the thread ends as well.
  var isRetired = false

  init(_ scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// Starts the thread, which waits for the turn.
  func start() {
    // The simulation's own threads are no escapes.
    Worker.outside {
      startThread(named: "simulation") { [self] in
        let isLast = asCurrent {
          turn.wait()
          return scheduler.loop(on: self)
        }
        if isLast { scheduler.end.open() }
      }
    }
  }

  /// Receives a job that would run on the pool of the program or on its main thread.
  func receive(_ job: UnownedJob, _ kind: JobKind, after delay: Int64 = 0) {
    scheduler.receive(job, kind, of: process ?? scheduler.director, after: delay)
  }

  /// Notices that the running job starts a thread, or passes work to one.
  func leave(by function: String) {
    if scheduler.isOver { return }
    let name = (process ?? scheduler.director).name
    let place = Worker.outside { scheduler.findingPlace(CallPlace.ofCaller) }
    scheduler.fail(
      SimulationProblem(kind: .escape, text: SimulationProblem.leaveText(of: name, by: function, at: place))
    )
  }

  /// Returns the time of the machine, in nanoseconds since the start of the simulation.
  func now(isDate: Bool) -> Int64 {
    guard let clock = process?.clock else { return scheduler.now }
    return isDate ? clock.relativeDate(at: scheduler.now) : clock.time(at: scheduler.now)
  }

  /// Returns random bits for the running process.
  func random() -> UInt64 {
    let process = process ?? scheduler.director!
    let bits = process.generator.next()
    scheduler.note(process, 17, bits, text: "draws a random number")
    return bits
  }

  /// Lets a time of the machine pass before the running process goes on.
  func pause(for nanoseconds: Int64) {
    guard let process else { return scheduler.advance(by: nanoseconds) }
    scheduler.note(process, 18, UInt64(bitPattern: nanoseconds), text: "sleeps for \(nanoseconds) ns")
    let clock = process.clock
    let end = clock.time(at: scheduler.now) + max(0, nanoseconds)
    var rest = max(0, nanoseconds)
    // Again if the clock has become slower meanwhile.
    repeat {
      scheduler.block(process, on: self, for: clock.virtualTime(for: rest, from: scheduler.now))
      rest = end - clock.time(at: scheduler.now)
    } while rest > 0
  }
}
