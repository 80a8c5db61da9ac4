internal import DequeModule
@_spi(Internals) internal import CounterpointSupport

/// A bounded queue of events from the thread that reads a terminal to the program. Keys and pastes are in FIFO order.
/// An end, a resumption and a new size overtake them.
///
/// A full queue drops no keys. The reader pauses until the program has taken half of the events, and the system
/// buffers further input.
package final class EventQueue: Sendable {
  private struct Consumer {
    let id: UInt64
    let continuation: CheckedContinuation<TerminalEvent?, Never>
  }

  private struct State {
    var keys = Deque<TerminalEvent>()
    /// The total cost of `keys`.
    var cost = 0
    /// Only the newest of these events matters, so each of them is stored once.
    var isResumed = false
    var size: TerminalSize?
    var last: TerminalEvent?
    var isFinished = false
    var isReaderPaused = false
    var consumers: [Consumer] = []
    var nextID: UInt64 = 0

    var hasEvents: Bool { !keys.isEmpty || isResumed || size != nil || last != nil }
  }

  /// The result of a call of `next`.
  private enum Item {
    case event(TerminalEvent, wakesReader: Bool)
    case end
    case nothing
  }

  /// The largest number of queued keys. A paste counts as one key for every 64 bytes of its text.
  ///
  /// Ctrl-C is detected when it is read, so it interrupts a program that takes no events only if it is among the first
  /// 16,384 keys.
  package static let capacity = 16_384

  private let wakeReader: @Sendable () -> Void
  private let state = Locked(State())

  /// Creates an empty queue.
  ///
  /// - Parameter wakeReader: Called on a consumer's thread when a full queue has capacity again.
  package init(wakeReader: @escaping @Sendable () -> Void) { self.wakeReader = wakeReader }

  /// Whether events are queued.
  package var hasEvents: Bool { state.withLock { $0.hasEvents } }

  /// Returns the number of keys that may be sent now. After 0, the queue calls `wakeReader` when it has capacity.
  package func room() -> Int {
    state.withLock { state in
      state.isReaderPaused = state.cost >= Self.capacity
      return max(0, Self.capacity - state.cost)
    }
  }

  /// Enqueues events. Has no effect after the end.
  package func send(_ events: some Collection<TerminalEvent>) {
    guard !events.isEmpty else { return }
    change { state in
      for event in events {
        switch event {
        case .resumed: state.isResumed = true
        case .resize(let size): state.size = size
        case .interrupted: state.last = event
        case .key, .paste, .mouse:
          state.keys.append(event)
          state.cost += Self.cost(event)
        }
      }
    }
  }

  /// Ends the queue: removes the queued events, and delivers `last` before the end. Only the first call has an effect.
  package func finish(_ last: TerminalEvent? = nil) {
    change { state in
      state = State(last: last, isFinished: true, consumers: state.consumers, nextID: state.nextID)
    }
  }

  /// Returns the next event, and waits for it; `nil` after the end, or if the task is canceled.
  package func next(isolation: isolated (any Actor)?) async -> TerminalEvent? {
    switch take() {
    case .event(let event, let wakesReader):
      if wakesReader { wakeReader() }
      return event
    case .end:
      return nil
    case .nothing:
      break
    }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: isolation) { continuation in
          let isCanceled = state.withLock { state in
            // The handler runs after the flag is set, so either this check or the handler sees the cancellation.
            if Task.isCancelled { return true }
            state.consumers.append(Consumer(id: id, continuation: continuation))
            return false
          }
          if isCanceled { continuation.resume(returning: nil) } else { deliver() }
        }
      },
      onCancel: {
        let consumer = state.withLock { state in
          state.consumers.firstIndex { $0.id == id }.map { state.consumers.remove(at: $0) }
        }
        consumer?.continuation.resume(returning: nil)
      },
      isolation: isolation
    )
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      if !state.isFinished { body(&state) }
    }
    deliver()
  }

  /// Resumes waiting consumers with events.
  private func deliver() {
    while true {
      let delivery: (consumer: Consumer, event: TerminalEvent?, wakesReader: Bool)? = state.withLock { state in
        guard !state.consumers.isEmpty else { return nil }
        switch Self.take(&state) {
        case .event(let event, let wakesReader): return (state.consumers.removeFirst(), event, wakesReader)
        case .end: return (state.consumers.removeFirst(), nil, false)
        case .nothing: return nil
        }
      }
      guard let delivery else { return }
      if delivery.wakesReader { wakeReader() }
      delivery.consumer.continuation.resume(returning: delivery.event)
    }
  }

  private func take() -> Item { state.withLock { Self.take(&$0) } }

  private static func take(_ state: inout State) -> Item {
    if let last = state.last {
      state.last = nil
      return .event(last, wakesReader: false)
    }
    if state.isFinished { return .end }
    if state.isResumed {
      state.isResumed = false
      return .event(.resumed, wakesReader: false)
    }
    if let size = state.size {
      state.size = nil
      return .event(.resize(size), wakesReader: false)
    }
    guard let key = state.keys.popFirst() else { return .nothing }
    state.cost -= cost(key)
    let wakesReader = state.isReaderPaused && state.cost <= capacity / 2
    if wakesReader { state.isReaderPaused = false }
    return .event(key, wakesReader: wakesReader)
  }

  private static func cost(_ event: TerminalEvent) -> Int {
    if case .paste(let text) = event { 1 + text.utf8.count / 64 } else { 1 }
  }
}
