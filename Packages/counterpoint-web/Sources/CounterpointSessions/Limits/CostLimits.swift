/// The limits of what the requests of a session or of an address cost, from ``WebLimits``.
struct CostLimits: Hashable, Sendable {
  let inputs: RateLimit
  let bytes: RateLimit
  let fileBytes: RateLimit
  /// In milliseconds.
  let processorTime: RateLimit
}

extension WebLimits {
  var costsPerSession: CostLimits {
    CostLimits(
      inputs: actionsPerSession,
      bytes: bytesPerSession,
      fileBytes: uploads.ratePerSession,
      processorTime: processorTimePerSession
    )
  }

  var costsPerAddress: CostLimits {
    CostLimits(
      inputs: actionsPerAddress,
      bytes: bytesPerAddress,
      fileBytes: uploads.ratePerAddress,
      processorTime: processorTimePerAddress
    )
  }
}

/// The cost of a request, or of a part of it that has arrived, without processor time.
struct RequestCost: Hashable, Sendable {
  var inputs = 0
  /// The bytes of the inputs.
  var bytes = 0
  /// The bytes of a form with files, as it arrives.
  var fileBytes = 0
}

/// The costs of the requests of a session or of an address: inputs and bytes, which are known before they are handled,
/// and processor time, which is measured and known afterward.
struct CostBuckets: Sendable {
  private var inputs = TokenBucket()
  private var bytes = TokenBucket()
  private var fileBytes = TokenBucket()
  private var processorTime = TokenBucket()

  /// Returns the limit that refuses a cost; `nil` if none does. Takes nothing.
  mutating func refusal(_ cost: RequestCost, _ limits: CostLimits, at now: Duration) -> Refusal? {
    if let refusal = refusal(limits, at: now) { return refusal }
    // A bucket that owes something refuses even nothing.
    if cost.inputs > 0, let wait = inputs.wait(for: cost.inputs, limits.inputs, at: now) {
      return .tooManyActions(seconds: wait)
    }
    if cost.bytes > 0, let wait = bytes.wait(for: cost.bytes, limits.bytes, at: now) {
      return .tooManyBytesSent(seconds: wait)
    }
    if cost.fileBytes > 0, let wait = fileBytes.wait(for: cost.fileBytes, limits.fileBytes, at: now) {
      return .tooManyBytesSent(seconds: wait)
    }
    return nil
  }

  /// Returns a refusal while the processor time is used up, whatever the request; `nil` if it isn't.
  mutating func refusal(_ limits: CostLimits, at now: Duration) -> Refusal? {
    processorTime.wait(for: 1, limits.processorTime, at: now).map { .tooMuchWork(seconds: $0) }
  }

  /// Counts the cost of a request that is handled.
  mutating func take(_ cost: RequestCost) {
    inputs.take(Double(cost.inputs))
    bytes.take(Double(cost.bytes))
    fileBytes.take(Double(cost.fileBytes))
  }

  /// Counts processor time. A single request can use any amount, so the debt is bounded by ten further bursts.
  mutating func take(processorTime time: Duration, _ limits: CostLimits, at now: Duration) {
    processorTime.take(time / .milliseconds(1), limits.processorTime, debt: limits.processorTime.burst * 10, at: now)
  }

  /// Returns whether all buckets are full. Full buckets don't need to be stored.
  mutating func areFull(_ limits: CostLimits, at now: Duration) -> Bool {
    inputs.isFull(limits.inputs, at: now) && bytes.isFull(limits.bytes, at: now)
      && fileBytes.isFull(limits.fileBytes, at: now) && processorTime.isFull(limits.processorTime, at: now)
  }
}
