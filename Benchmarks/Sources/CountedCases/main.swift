import Counterpoint
import Foundation

// Does the operation of one case as often as it is told, and nothing else: what callgrind counts for `measure --check`.
//
// A program of its own, because valgrind does not survive one whose first thread ends, as that of the benchmarks does.

guard CommandLine.arguments.count == 3, let times = Int(CommandLine.arguments[2]) else {
  print("usage: CountedCases CASE TIMES")
  exit(64)
}

switch CommandLine.arguments[1] {
case "send: root, one field":
  let store = Store(initialState: Leaf.State()) { Leaf() }
  for _ in 0..<times { store.send(.increment) }
case "send: leaf at depth 10":
  let stores = DeepStore()
  for _ in 0..<times { stores.leaf.send(.increment) }
case "send: a chain, for each action":
  let store = Store(initialState: Leaf.State()) { Leaf() }
  store.send(.chain(times - 1))
case "read: field of a root store":
  let store = Store(initialState: Leaf.State()) { Leaf() }
  var sum = 0
  for _ in 0..<times { sum += store.count }
  precondition(sum == 0)
default:
  print("There is no case of this name to be counted.")
  exit(64)
}
