import Benchmark
import Observation

/// The language's own costs of the same jobs. The other cases are compared with these, measured in the same run.
func floors() {
  benchmark("floor O: += 1 in an observable class", ObservedCount.init) { meter, object in
    meter.measure { object.count += 1 }
  }

  benchmark("floor R: read of an observable class", ObservedCount.init) { meter, object in
    meter.measure { blackHole(object.count) }
  }

  benchmark("floor P: tracked read of an observable class", ObservedCount.init) { meter, object in
    withObservationTracking {
      meter.measure { blackHole(object.count) }
    } onChange: {
    }
  }

  benchmark("floor B: observe a field of an observable class, and change it", ObservedCount.init) { meter, object in
    meter.measure { object.observeAndIncrement() }
  }

  benchmark("floor I: += 1 of one of 1000 rows of an array, found in a dictionary", { PlainList(count: 1000) }) {
    meter,
    list in
    meter.measure { list.rows.increment(id: 500) }
  }

  benchmark(
    "floor E: copy an array of 10000 plain rows, change one, and compare",
    repetitions: 20,
    { PlainRows(count: 10_000) }
  ) { meter, rows in
    meter.measure { blackHole(rows.isEqualAfterAnIncrement(id: 5_000)) }
  }

  benchmark("floor S: start a task that waits, and cancel it") { meter in
    var tasks: [Task<Void, any Error>] = []
    await meter.measureOnce(repetitions: 10_000) {
      tasks = (0..<10_000).map { _ in Task { try await Task.sleep(for: .seconds(3600)) } }
      for task in tasks { task.cancel() }
    }
    for task in tasks { _ = await task.result }
  }

  benchmark("floor M: += 1 in a mutex", LockedCount.init) { meter, object in
    meter.measure { object.count.withLock { $0 += 1 } }
  }

  benchmark("floor T: a task on the main actor") { meter in
    await meter.measure { await Task { @MainActor in }.value }
  }

  // The minimum for an effect that sends one action and runs off the actor to which the action is delivered.
  benchmark("floor H: a detached task that goes to the main actor and back") { meter in
    await meter.measure { await Task.detached { await Task { @MainActor in }.value }.value }
  }

  benchmark("floor N: tell 100 observers of an observable class", ObservedCount.init) { meter, object in
    object.addObservers(100)
    await meter.measureOnce { object.count += 1 }
  }

  // An observer of a store's field has read the identity of the state, too: two values, of which one changes.
  benchmark(
    "floor W: tell 100 observers of an observable class, and of another",
    { (ObservedCount(), ObservedCount()) }
  ) {
    meter,
    objects in
    for _ in 0..<100 {
      withObservationTracking {
        blackHole(objects.0.count)
        blackHole(objects.1.count)
      } onChange: {
      }
    }
    await meter.measureOnce { objects.1.count += 1 }
  }

  benchmark("floor L: read of a task local") { meter in
    Locals.$number.withValue(1) {
      meter.measure { blackHole(Locals.number) }
    }
  }
}

enum Locals {
  @TaskLocal static var number = 0
}

/// The rows of a floor, which are changed in place.
private final class PlainList {
  var rows: PlainRows

  init(count: Int) {
    rows = PlainRows(count: count)
  }
}
