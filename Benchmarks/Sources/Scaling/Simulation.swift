import Foundation

/// The costs of a site. The defaults were measured; see the page "How far it scales".
struct Costs {
  /// The processor time of one click: handled, rendered, compared, and sent to the visitor's stream. In seconds.
  var click = 0.000_295
  /// The memory of a visitor with an open stream, in bytes.
  var memory = 80.0 * 1024
  /// The time of a write when nothing else happens, in seconds. Measured for a read and a write of two keys.
  var writeLatency = 0.006
  /// The writes per second that a cluster of three members takes. Measured for the same, with members that don't wait
  /// for their disks.
  var writes = 190.0
  /// The cores of a node.
  var cores = 2
  /// The seconds between two clicks of a visitor.
  var pause = 10.0
}

/// The snapshots that a site stores.
enum Storing: Hashable {
  /// Nothing: visitors live in their process.
  case nothing
  /// A snapshot of each visitor who has clicked, at most once in so many seconds.
  case quiet(Double)
  /// A snapshot before the response to each click.
  case everyClick
}

/// A site in a steady state, with visitors who are spread evenly over its nodes.
struct Site {
  var costs = Costs()
  var nodes: Int
  var storing = Storing.nothing
  /// The changes per second of a value that all pages show.
  var sharedChanges = 0.0
  /// The number of clusters between which the visitors are divided.
  var clusters = 1

  /// Simulates clicks, and returns the 50th and the 99th percentile of the seconds until they are acknowledged; `nil`
  /// if a queue grows without end.
  ///
  /// A node is a queue with a server for each core. A cluster is a queue of writes after the nodes. One node and one
  /// cluster are simulated, because all are alike.
  func acknowledgment(visitors: Int, seed: UInt64 = 1) -> (p50: Double, p99: Double)? {
    guard load(visitors) < 0.98, writeLoad(visitors) < 0.98 else { return nil }
    var random = SplitMix(state: seed)
    let clicks = Double(visitors) / Double(nodes) / costs.pause
    // Enough clicks for the percentile, and enough seconds for the queues.
    let seconds = min(max(60, 20_000 / clicks), 20_000)
    var jobs: [(arrival: Double, work: Double, isClick: Bool)] = []
    var time = 0.0
    while time < seconds, jobs.count < 2_000_000 {
      time += random.exponential(mean: 1 / clicks)
      jobs.append((time, random.exponential(mean: costs.click), true))
    }
    if sharedChanges > 0 {
      var change = 0.0
      while change < time {
        change += random.exponential(mean: 1 / sharedChanges)
        // Each core renders its part of the pages.
        let work = Double(visitors) / Double(nodes) * costs.click / Double(costs.cores)
        for _ in 0..<costs.cores { jobs.append((change, work, false)) }
      }
      jobs.sort { $0.arrival < $1.arrival }
    }
    var cores = Queue(servers: costs.cores)
    var answered: [(arrival: Double, end: Double)] = []
    for job in jobs {
      let end = cores.serve(arrival: job.arrival, work: job.work)
      if job.isClick { answered.append((job.arrival, end)) }
    }
    var times = answered.map { $0.end - $0.arrival }
    if storing == .everyClick {
      // The clicks of many nodes come at random times, so the cluster's queue does not depend on that of one node.
      let rate = Double(visitors) / Double(clusters) / costs.pause
      var cluster = Queue(servers: 1)
      var arrival = 0.0
      for index in times.indices {
        arrival += random.exponential(mean: 1 / rate)
        times[index] += cluster.serve(arrival: arrival, work: 1 / costs.writes) + costs.writeLatency - arrival
      }
    }
    times.sort()
    return (times[times.count / 2], times[times.count * 99 / 100])
  }

  /// The share of the cores of a node that is busy.
  func load(_ visitors: Int) -> Double {
    let clicks = Double(visitors) / costs.pause
    return (clicks + Double(visitors) * sharedChanges) * costs.click / Double(nodes * costs.cores)
  }

  /// The share of the writes of a cluster that is used.
  func writeLoad(_ visitors: Int) -> Double {
    let rate: Double
    switch storing {
    case .nothing: rate = 0
    case .quiet(let interval): rate = Double(visitors) / max(interval, costs.pause)
    case .everyClick: rate = Double(visitors) / costs.pause
    }
    return rate / (costs.writes * Double(clusters))
  }

  /// The number of visitors at which the cores of the nodes or the cluster are busy for 70 % of the time.
  var capacity: Int {
    var (low, high) = (0, 1_000_000_000)
    while low < high {
      let middle = (low + high + 1) / 2
      if max(load(middle), writeLoad(middle)) <= 0.7 { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// A queue in front of servers that are alike: the first that is free takes the next job.
private struct Queue {
  private var free: [Double]

  init(servers: Int) {
    free = Array(repeating: 0, count: servers)
  }

  /// Returns the end of a job. Jobs come in the order of their arrival.
  mutating func serve(arrival: Double, work: Double) -> Double {
    let first = free.indices.min { free[$0] < free[$1] } ?? 0
    free[first] = max(free[first], arrival) + work
    return free[first]
  }
}

/// A generator whose numbers are the same in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func exponential(mean: Double) -> Double {
    -log(Double.random(in: .leastNonzeroMagnitude..<1, using: &self)) * mean
  }
}
