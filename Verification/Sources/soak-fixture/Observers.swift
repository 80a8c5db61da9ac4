import Foundation
import StateSharing

/// Follows shared values in three ways, so many times each, and returns the processor time of the ends in seconds.
///
/// Each way ends in an order of its own: first in first out, last in first out, and random.
func timeToEnd(_ count: Int) -> Double {
  let one = Shared(wrappedValue: 0, .inMemory("one"))
  var sinks = (0..<count).map { _ in one.publisher.sink { _ in } }
  var iterators = (0..<count).map { _ in Optional(one.values.makeAsyncIterator()) }
  // Wrappers of their own, which have the value in common and no observer.
  var others = (0..<count).map { _ in
    Shared(wrappedValue: 0, .inMemory("one")).publisher.sink { _ in } as SharedSubscription?
  }
  let order = Array(0..<count).shuffled()

  let start = processorTime()
  for sink in sinks { sink.cancel() }
  sinks = []
  for index in iterators.indices.reversed() { iterators[index] = nil }
  for index in order { others[index] = nil }
  return processorTime() - start
}

/// The processor time of this program in seconds. Unlike the clock it does not depend on what else runs.
private func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
