import CounterpointCore
@_spi(Internals) import CounterpointSupport

extension TestDriver.Contents {
  /// Removes and returns the item to run next; `nil` if there is none, or if the script waits for the test.
  ///
  /// - Parameter passesOver: Whether impossible steps are passed over although external work may make them possible.
  mutating func next(passingOverImpossibleSteps passesOver: Bool = false) -> ReadyQueue.Item? {
    guard let script else { return ready.next() }
    if let item = ready.remove(where: { $0.heldTask == nil }) { return item }
    if let number = script.takeDelivery(), let item = removeAction(of: number) { return item }
    var offset = 0
    while let step = script.step(at: offset) {
      switch step {
      case .effect(let number):
        if let item = removeAction(of: number) {
          script.removeSteps(offset + 1)
          return item
        }
      case .answer(let number, let index):
        let answer = script.answers.first { effects.executor($0.task)?.progress.number == number }
        if let answer, let item = self.answer(answer, with: index) {
          script.removeSteps(offset + 1)
          return item
        }
      case .rest, .send, .time:
        script.beginRest()
        if let item = ready.next() { return item }
        guard let answer = script.answers.first else { return nil }
        return self.answer(answer, with: 0)
      }
      // The step is impossible now. A later one must not overtake it as long as it can become possible.
      guard passesOver || !hasExternalWork else { return nil }
      offset += 1
    }
    return nil
  }

  private mutating func removeAction(of number: Int) -> ReadyQueue.Item? {
    guard let item = ready.remove(where: { $0.heldTask?.progress.number == number }) else { return nil }
    item.heldTask?.note(1)
    return item
  }

  private func answer(_ answer: PendingAnswer, with index: Int) -> ReadyQueue.Item? {
    let executor = effects.executor(answer.task)
    guard let answer = script?.take(answer.id, of: executor?.progress.number ?? 0) else { return nil }
    executor?.note(UInt64(2 + index))
    return .callback(StoreActorCallback(origin: nil) { answer.continuation.resume(returning: index) })
  }

  /// Whether a task may wait for work that the driver does not run.
  var hasExternalWork: Bool {
    guard let script else { return effects.hasAwakeEffects }
    guard effects.hasAwakeEffects else { return false }
    let waiting = Set(script.answers.map(\.task))
    let held = Set(ready.heldTasks.map { ObjectIdentifier($0) })
    return effects.inOrder.contains { effect in
      effect.executors.isEmpty
        || effect.executors.values.contains { executor in
          executor.progress.deadlines.isEmpty && !held.contains(ObjectIdentifier(executor))
            && !waiting.contains(unsafe TaskExecutorKey(executor.asUnownedTaskExecutor()))
        }
    }
  }
}

extension EffectExecutor {
  /// Adds an event to the trace of the task. Call it with the driver's lock held.
  func note(_ event: UInt64) {
    progress.trace = (progress.trace ^ event) &* 0x9E37_79B9_7F4A_7C15
    progress.trace ^= progress.trace >> 29
  }
}

extension TestDriver {
  /// Whether a task may wait for work that the driver does not run.
  var hasExternalWork: Bool { contents.withLock { $0.hasExternalWork } }

  /// The events that can happen next, apart from actions of the test: an effect's action is handled, a dependency
  /// answers, or time passes.
  var possibleSteps: [OrderStep] {
    contents.withLock { contents in
      let held = Set(contents.ready.heldTasks.map { $0.progress.number }).sorted()
      let answers = (contents.script?.answers ?? []).flatMap { answer -> [OrderStep] in
        guard let task = contents.effects.executor(answer.task) else { return [] }
        return (0..<answer.count).map { .answer(task.progress.number, $0) }
      }
      return held.map { .effect($0) } + answers + (contents.effects.nextDeadline == nil ? [] : [.time])
    }
  }

  /// The earliest deadline of a sleep on a test clock; `nil` if no task sleeps.
  var nextDeadline: Duration? { contents.withLock { $0.effects.nextDeadline } }
}

extension InFlightEffects {
  /// The earliest deadline of a sleep on a test clock; `nil` if no task sleeps.
  fileprivate var nextDeadline: Duration? {
    let executors = inOrder.flatMap { $0.executors.values }
    return executors.flatMap { $0.progress.deadlines.values }.compactMap { $0 as? Duration }.min()
  }
}
