import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// The effects in flight, and which of them sleep on test clocks.
///
/// Each operation is O(1) in the number of effects.
struct InFlightEffects: Sendable {
  /// The effects, by the numbers of their groups.
  private var effects: [Int: InFlightEffect] = [:]
  private var executors: [TaskExecutorKey: EffectExecutor] = [:]
  private var lastTaskNumber = 0
  private var awakeCount = 0

  /// Whether any effect is awake: not all of its known tasks sleep on test clocks. When the ready queue is empty, an
  /// awake effect waits for something that the driver does not run.
  var hasAwakeEffects: Bool { awakeCount > 0 }

  /// Whether a task of an effect may wait, beside others that sleep, for something that the driver does not run. O(n)
  /// in the number of tasks.
  var hasUnknownTasks: Bool {
    executors.values.contains { !$0.progress.unknownTasks.isEmpty && !$0.progress.deadlines.isEmpty }
  }

  /// The effects, in the order in which they began.
  var inOrder: [InFlightEffect] { effects.values.sorted { $0.group.number < $1.group.number } }

  func contains(_ number: Int) -> Bool { effects[number] != nil }

  mutating func begin(_ group: EffectGroup) {
    end(group.number)
    effects[group.number] = InFlightEffect(group: group)
    awakeCount += 1
  }

  mutating func end(_ number: Int) {
    guard let effect = effects.removeValue(forKey: number) else { return }
    if !effect.isAsleep { awakeCount -= 1 }
    for executor in effect.executors.values {
      unsafe executors[TaskExecutorKey(executor.asUnownedTaskExecutor())] = nil
    }
  }

  /// Marks the effects in flight as skipped by the test.
  mutating func skipAll() {
    for number in effects.keys { effects[number]?.isSkipped = true }
  }

  /// Mutates an effect in place, and updates the number of awake effects.
  private mutating func update(_ group: EffectGroup?, _ body: (inout InFlightEffect) -> Void) {
    guard let group, let index = effects.index(forKey: group.number) else { return }
    let wasAsleep = effects.values[index].isAsleep
    body(&effects.values[index])
    awakeCount += (wasAsleep ? 1 : 0) - (effects.values[index].isAsleep ? 1 : 0)
  }
}

// MARK: - Tasks

extension InFlightEffects {
  /// Adds a task of an effect in flight, by its preferred executor.
  mutating func begin(_ executor: EffectExecutor) {
    guard let group = executor.effectGroup, effects[group.number] != nil else { return }
    lastTaskNumber += 1
    executor.progress.number = lastTaskNumber
    unsafe executors[TaskExecutorKey(executor.asUnownedTaskExecutor())] = executor
    update(group) { $0.executors[ObjectIdentifier(executor)] = executor }
  }

  mutating func end(_ executor: EffectExecutor) {
    unsafe executors[TaskExecutorKey(executor.asUnownedTaskExecutor())] = nil
    update(executor.effectGroup) { effect in
      guard effect.executors.removeValue(forKey: ObjectIdentifier(executor)) != nil else { return }
      if !executor.progress.deadlines.isEmpty { effect.sleepingTaskCount -= 1 }
    }
  }

  /// Returns whether a task with this preferred executor belongs to an effect in flight.
  func contains(_ executor: UnownedTaskExecutor) -> Bool {
    unsafe executors[TaskExecutorKey(executor)] != nil
  }

  /// Returns the executor of a task of an effect in flight.
  func executor(_ key: TaskExecutorKey) -> EffectExecutor? { executors[key] }

  mutating func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable) {
    guard let executor = unsafe executors[TaskExecutorKey(executor)] else { return }
    executor.progress.deadlines[sleep] = deadline
    guard executor.progress.deadlines.count == 1 else { return }
    update(executor.effectGroup) { $0.sleepingTaskCount += 1 }
  }

  mutating func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor) {
    guard let executor = unsafe executors[TaskExecutorKey(executor)] else { return }
    guard executor.progress.deadlines.removeValue(forKey: sleep) != nil, executor.progress.deadlines.isEmpty else {
      return
    }
    update(executor.effectGroup) { $0.sleepingTaskCount -= 1 }
  }
}

/// An effect in flight.
struct InFlightEffect: Sendable {
  let group: EffectGroup
  /// Whether the test has skipped the effect.
  fileprivate(set) var isSkipped = false
  /// The executors of the effect's tasks that have not ended.
  fileprivate(set) var executors: [ObjectIdentifier: EffectExecutor] = [:]
  /// The number of tasks that sleep on a test clock.
  fileprivate var sleepingTaskCount = 0

  fileprivate init(group: EffectGroup) {
    self.group = group
  }

  /// Whether all known tasks of the effect sleep on test clocks.
  fileprivate var isAsleep: Bool { !executors.isEmpty && sleepingTaskCount == executors.count }

  /// The executors in the order in which their tasks began.
  var executorsInOrder: [EffectExecutor] { executors.values.sorted { $0.progress.number < $1.progress.number } }

  /// The source locations of the effect's tasks, as text.
  var locationTexts: [String] { executorsInOrder.map(\.locationText) }

  /// Returns a description of each task of the effect.
  ///
  /// - Parameter action: The name of the action that started the effect.
  func descriptions(action: String) -> [String] {
    let source = "'\(action)'" + (group.origin.map { ", sent at \($0.location.fileID):\($0.location.line)" } ?? "")
    guard !executors.isEmpty else { return ["An effect of \(source): it has not begun."] }
    return executorsInOrder.map { executor in
      "'.run' at \(executor.locationText), of \(source): \(executor.progress.waitText)."
    }
  }
}
