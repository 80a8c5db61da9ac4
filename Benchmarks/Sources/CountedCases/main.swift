import Foundation

// Does the operation of one case as often as it is told, and nothing else: what callgrind counts for `measure --check`.
//
// A program of its own, because valgrind does not survive one whose first thread ends, as that of the benchmarks does.

guard CommandLine.arguments.count == 3, let times = Int(CommandLine.arguments[2]) else {
  print("usage: CountedCases CASE TIMES")
  exit(64)
}
guard let run = cases[CommandLine.arguments[1]] else {
  print("There is no case of this name to be counted.")
  exit(64)
}
run(times)
