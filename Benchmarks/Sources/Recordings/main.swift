import AllocationCounter
import Counterpoint
import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTesting
import Foundation

// Measures one case of recordings, inspectors or explorations, and prints the cost of one operation for `measure`:
// `Recordings CASE`.
//
// A separate program, because it counts the bytes of a file, and because one of its cases takes a million actions.

/// The costs of one operation.
struct Costs {
  var times: [Double] = []
  var allocations = 0.0
  /// The bytes in the file, if there is one.
  var bytes: Double?

  /// Measures samples of an operation. The first one counts allocations.
  @MainActor
  static func measure(samples: Int, operations: Int, _ sample: () async -> Void) async -> Costs {
    var costs = Costs()
    allocation_counter_start()
    await sample()
    costs.allocations = Double(allocation_counter_stop().count) / Double(operations)
    for _ in 1..<samples {
      let time = await ContinuousClock().measure { await sample() }
      costs.times.append(time / .nanoseconds(1) / Double(operations))
    }
    costs.times.sort()
    return costs
  }

  var json: String {
    var text = #"{"fastest": \#(times[0]), "median": \#(times[times.count / 2]), "allocations": \#(allocations)"#
    if let bytes { text += #", "bytes": \#(bytes)"# }
    return text + "}"
  }
}

let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appending(path: "benchmark.recording.jsonl")

/// Records actions, and counts the bytes of the file. Its end is measured too, so that all lines are written.
@MainActor
func record<State, Action>(
  _ durability: Recorder.Durability?,
  samples: Int,
  operations: Int,
  state: State,
  reducer: some Reducer<State, Action>,
  _ action: (Int) -> Action
) async throws -> Costs {
  let recorder = try durability.map { durability in
    // Storage for a mapped segment is reserved.
    try Recorder(at: file, durability: durability, limit: durability == .batched ? 1 << 33 : 64 << 20)
  }
  let store = Store(initialState: state) {
    reducer
  } withDependencies: {
    $0.recorder = recorder
  }
  recorder?.flush()
  let before = try size()
  var number = 0
  var costs = await Costs.measure(samples: samples, operations: operations) {
    for _ in 0..<operations {
      store.send(action(number))
      number += 1
    }
    recorder?.flush()
  }
  if durability == .batched { costs.bytes = Double(try size() - before) / Double(number) }
  return costs
}

/// Records the actions of views in a tree with so many rows. Each row changes in its turn.
@MainActor
func recordTree(rows: Int) async throws -> Costs {
  try await record(.batched, samples: 20, operations: 20_000, state: Outline.State(rows: rows), reducer: Outline()) {
    let row = $0 % rows
    return .groups(.element(id: row / 10, action: .rows(.element(id: row % 10, action: .increment))))
  }
}

/// Inspects actions: a client that attaches gets the lines that are kept.
///
/// - Parameter limit: The bytes that are kept while no client is attached.
@MainActor
func inspect(keeping limit: Int) async throws -> Costs {
  let inspector = try Inspector.listen(at: .loopback(), keeping: limit) { _ in }
  let store = Store(initialState: Tally.State()) {
    Tally()
  } withDependencies: {
    $0.inspector = inspector
  }
  return await Costs.measure(samples: 20, operations: 50_000) {
    for _ in 0..<50_000 { store.send(.increment) }
  }
}

/// Does what a program does without the library: encodes each action, and writes it as a line.
@MainActor
func write<State, Action: Encodable>(
  state: State,
  reducer: some Reducer<State, Action>,
  _ action: (Int) -> Action
) async throws -> Costs {
  FileManager.default.createFile(atPath: file.path, contents: nil)
  let handle = try FileHandle(forWritingTo: file)
  let encoder = JSONEncoder()
  let store = Store(initialState: state) { reducer }
  var number = 0
  let operations = 10_000
  var costs = await Costs.measure(samples: 20, operations: operations) {
    for _ in 0..<operations {
      let action = action(number)
      if var line = try? encoder.encode(action) {
        line.append(UInt8(ascii: "\n"))
        handle.write(line)
      }
      store.send(action)
      number += 1
    }
  }
  costs.bytes = Double(try size()) / Double(number)
  return costs
}

func size() throws -> Int {
  guard FileManager.default.fileExists(atPath: file.path) else { return 0 }
  return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
}

/// Explores 121 states.
@MainActor
func explored() async -> Costs {
  let states = 121
  return await Costs.measure(samples: 20, operations: states) {
    let report = await explore(Grid.State(), depth: 30) { state in
      (state.x < 10 ? [.right] : []) + (state.y < 10 ? [.up] : [])
    } reducer: {
      Grid()
    }
    precondition(report.states == states)
  }
}

let costs: Costs
switch CommandLine.arguments.dropFirst().first {
case "small":
  costs = try await record(nil, samples: 20, operations: 50_000, state: Tally.State(), reducer: Tally()) { _ in
    .increment
  }
case "small-batched":
  costs = try await record(.batched, samples: 20, operations: 50_000, state: Tally.State(), reducer: Tally()) { _ in
    .increment
  }
case "small-mapped":
  costs = try await record(.mapped, samples: 20, operations: 50_000, state: Tally.State(), reducer: Tally()) { _ in
    .increment
  }
case "small-encoder":
  costs = try await write(state: Tally.State(), reducer: Tally()) { _ in .increment }
case "large-batched":
  let state = Register.State.large
  costs = try await record(.batched, samples: 5, operations: 20_000, state: state, reducer: Register()) {
    .increment(id: $0 % 10_000)
  }
case "large-encoder":
  costs = try await write(state: Register.State.large, reducer: Register()) { .increment(id: $0 % 10_000) }
case "tree-10":
  costs = try await recordTree(rows: 10)
case "tree-1000":
  costs = try await recordTree(rows: 1000)
case "inspected":
  costs = try await inspect(keeping: 16 << 20)
case "inspected-unkept":
  costs = try await inspect(keeping: 0)
case "explored":
  costs = await explored()
default:
  print("There is no case of this name.")
  exit(64)
}
print(costs.json)
