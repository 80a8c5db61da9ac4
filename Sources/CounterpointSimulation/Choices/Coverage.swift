/// Something that a run can reach. Its number does not depend on the names of machines, so machines with the same task
/// reach the same points.
enum CoveragePoint: Sendable, Hashable {
  /// The machines do this at a quiet moment.
  case state(UInt64)
  /// Three calls in a row, of two or three processes.
  case order(UInt64)
  /// A fault, the one before it, and the last call of the machine that has it.
  case fault(UInt64)
  /// A text that the story or a program has noted.
  case note(UInt64)

  /// Bits that look random and are the same in every process.
  var bits: UInt64 {
    switch self {
    case .state(let number): Bits.mixed(number)
    case .order(let number): Bits.mixed(number ^ 1)
    case .fault(let number): Bits.mixed(number ^ 2)
    case .note(let number): Bits.mixed(number ^ 3)
    }
  }
}

/// The points that a run has reached.
struct Coverage: Sendable {
  /// A system call of a process, or a message that it receives.
  struct Call: Sendable {
    let process: UInt64
    let name: UInt64
  }

  /// The points, with the number of choices before each was reached.
  private(set) var points: [CoveragePoint: Int] = [:]
  private var last = (Call(process: 0, name: 0), Call(process: 0, name: 0))
  private var lastFault: UInt64 = 0

  mutating func add(_ point: CoveragePoint, after choices: Int) {
    if points[point] == nil { points[point] = choices }
  }

  mutating func add(_ call: Call, after choices: Int) {
    let (first, second) = last
    last = (second, call)
    // The order of the calls of one process is the program's own.
    if first.process == call.process, second.process == call.process { return }
    let processes: UInt64 = first.process == second.process ? 1 : first.process == call.process ? 2 : 3
    let names = Bits.mixed(Bits.mixed(first.name) ^ second.name) ^ call.name
    add(.order(Bits.mixed(names) ^ processes), after: choices)
  }

  /// - Parameter call: The last call of the machine that has the fault.
  mutating func add(fault: UInt64, at call: UInt64, after choices: Int) {
    add(.fault(Bits.mixed(Bits.mixed(fault) ^ lastFault) ^ call), after: choices)
    lastFault = fault
  }
}
