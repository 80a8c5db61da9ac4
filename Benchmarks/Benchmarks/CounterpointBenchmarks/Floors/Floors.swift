import Benchmark
import Observation
import Synchronization

/// The language's own costs of the same jobs. The other cases are compared with these, measured in the same run.
func floors() {
  benchmark("floor O: += 1 in an observable class", ObservedCount.init) { meter, object in
    meter.measure { object.count += 1 }
  }

  benchmark("floor R: read of an observable class", ObservedCount.init) { meter, object in
    meter.measure { blackHole(object.count) }
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
    for _ in 0..<100 {
      withObservationTracking {
        blackHole(object.count)
      } onChange: {
      }
    }
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

@Observable
final class ObservedCount {
  var count = 0
}

final class LockedCount: Sendable {
  let count = Mutex(0)
}

enum Locals {
  @TaskLocal static var number = 0
}
