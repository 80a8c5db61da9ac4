/// The entry of a simulated process into a system call: time passes, other processes run, and the machine may crash.
enum SystemCallDoor {
  /// The time that a call takes at least, in nanoseconds.
  private static let shortest: Int64 = 20_000
  /// A call takes up to 2,048 times as long, 40 ms: the system may give the processor to other processes for long.
  private static let longest = 12

  /// Enters a call. Returns when its effect is due.
  ///
  /// Each call may let other processes run before its effect. Otherwise two calls in a row, such as the release of a
  /// lock and a renaming, would be one step, and their wrong order would have no effect.
  ///
  /// - Parameters:
  ///   - call: The name of the call.
  ///   - path: The path that it accesses, or another detail for the trace.
  ///   - process: The process.
  ///   - isSlow: Whether the call usually waits for a device.
  /// - Returns: Whether the call may have an effect: the process lives.
  static func enter(_ call: String, _ path: String, _ process: SimulatedProcess, isSlow: Bool = false) -> Bool {
    guard let worker = Worker.current, worker.process === process, !process.isDead else { return false }
    let scheduler = process.scheduler
    guard !scheduler.isOver else { return false }
    let name = Bits.number(of: call)
    scheduler.note(process, 16, name, Bits.number(of: path), text: "\(call) \(path)")
    scheduler.cover(process, name)
    let doublings = scheduler.choices.choose(
      isSlow ? .delay : .preemption,
      at: process.place,
      below: longest,
      perMille: isSlow ? 700 : 50
    )
    if doublings > 0 || isSlow {
      scheduler.block(process, on: worker, for: shortest << Int64(doublings))
    } else {
      scheduler.advance(by: shortest)
    }
    guard !process.isDead, !scheduler.isOver else { return false }
    process.beforeCall(process, worker)
    return !process.isDead && !scheduler.isOver
  }
}
