/// The limits of what the requests of a session or of an address cost, from ``WebLimits``.
struct CostLimits: Hashable, Sendable {
  let inputs: RateLimit
  let bytes: RateLimit
  /// In milliseconds.
  let processorTime: RateLimit
}

extension WebLimits {
  var costsPerSession: CostLimits {
    CostLimits(inputs: actionsPerSession, bytes: bytesPerSession, processorTime: processorTimePerSession)
  }

  var costsPerAddress: CostLimits {
    CostLimits(inputs: actionsPerAddress, bytes: bytesPerAddress, processorTime: processorTimePerAddress)
  }
}

/// The costs of the requests of a session or of an address: inputs and bytes, which are known before a request is
/// handled, and processor time, which is measured and known afterward.
struct CostBuckets: Sendable {
  private var inputs = TokenBucket()
  private var bytes = TokenBucket()
  private var processorTime = TokenBucket()

  /// Returns the limit that refuses a request with some inputs and bytes; `nil` if none does. Takes nothing.
  mutating func refusal(inputs count: Int, bytes size: Int, _ limits: CostLimits, at now: Duration) -> Refusal? {
    if let refusal = refusal(limits, at: now) { return refusal }
    if let wait = inputs.wait(for: count, limits.inputs, at: now) { return .tooManyActions(seconds: wait) }
    return bytes.wait(for: size, limits.bytes, at: now).map { .tooManyBytesSent(seconds: $0) }
  }

  /// Returns a refusal while the processor time is used up, whatever the request; `nil` if it isn't.
  mutating func refusal(_ limits: CostLimits, at now: Duration) -> Refusal? {
    processorTime.wait(for: 1, limits.processorTime, at: now).map { .tooMuchWork(seconds: $0) }
  }

  /// Counts the inputs and the bytes of a request that is handled.
  mutating func take(inputs count: Int, bytes size: Int) {
    inputs.take(Double(count))
    bytes.take(Double(size))
  }

  /// Counts processor time. A single request can use any amount, so the debt is bounded by ten further bursts.
  mutating func take(processorTime time: Duration, _ limits: CostLimits, at now: Duration) {
    processorTime.take(time / .milliseconds(1), limits.processorTime, debt: limits.processorTime.burst * 10, at: now)
  }

  /// Returns whether all buckets are full. Full buckets don't need to be stored.
  mutating func areFull(_ limits: CostLimits, at now: Duration) -> Bool {
    inputs.isFull(limits.inputs, at: now) && bytes.isFull(limits.bytes, at: now)
      && processorTime.isFull(limits.processorTime, at: now)
  }
}
