import Foundation
import Testing

/// Random actions, edits and observers on a tree of stores, compared with a model after each step.
@Suite struct FuzzTests {
  nonisolated static let arguments = FuzzArguments(ProcessInfo.processInfo.environment)

  @Test(arguments: arguments.seeds)
  func storesAndObserversFollowTheModel(seed: UInt64) async {
    // First, because a failure may stop the program.
    print("fuzz: Verification/fuzz --seed \(seed) takes \(Self.arguments.steps.count) steps")
    let fuzzer = Fuzzer(seed: seed)
    let outcome = await fuzzer.run(Self.arguments.steps)
    guard let failure = outcome.failure else {
      return print("fuzz: seed \(seed), \(outcome.counts)")
    }
    let shortest = await fuzzer.shrink(failure)
    Issue.record(
      """
      \(shortest.kind): \(shortest.message)

      \(shortest.log.joined(separator: "\n").replacing(/CounterpointFuzzTests\.\w+\./, with: "."))

      Replay these steps with:
      Verification/fuzz --seed \(seed) --only \(shortest.steps.map(String.init).joined(separator: ","))
      """
    )
  }
}

/// The parameters of a run, from the environment.
struct FuzzArguments: Sendable {
  let seeds: [UInt64]
  /// The steps that each seed takes.
  let steps: [Int]

  init(_ environment: [String: String]) {
    let seed = environment["FUZZ_SEED"].flatMap(UInt64.init)
    seeds = seed.map { [$0] } ?? [1, 2, 3, 4]
    let only = environment["FUZZ_ONLY"]?.split(separator: ",").compactMap { Int($0) }
    let count = environment["FUZZ_STEPS"].flatMap(Int.init) ?? 20_000
    steps = only ?? Array(0..<count / seeds.count)
  }
}
