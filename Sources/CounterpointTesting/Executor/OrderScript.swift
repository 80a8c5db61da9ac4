@_spi(Internals) import CounterpointSupport
import DequeModule

/// A step of a test whose order is fixed; see ``withOrder(_:fileID:file:line:column:operation:)``.
public enum OrderStep: Hashable, Sendable {
  /// The test sends an action.
  case send
  /// The store handles the next action of an effect's task. Tasks are numbered from 1, in the order in which they
  /// begin.
  case effect(Int)
  /// A dependency answers a task, with the choice at an index; see ``Draw``.
  case answer(Int, Int)
  /// The test clock advances to the next deadline; see ``TestStore/advanceToNextDeadline()``.
  case time
  /// Everything that is ready runs, in the order in which it becomes ready.
  case rest

  /// Whether the test performs the step.
  var isOfTest: Bool { self == .send || self == .time }
}

extension [OrderStep] {
  /// The steps as Swift source.
  var source: String {
    let names = map { step in
      switch step {
      case .send: ".send"
      case .effect(let task): ".effect(\(task))"
      case .answer(let task, let index): ".answer(\(task), \(index))"
      case .time: ".time"
      case .rest: ".rest"
      }
    }
    return "[\(names.joined(separator: ", "))]"
  }
}

/// The order in which a test store handles the actions of effects, and in which dependencies answer.
///
/// Jobs of effects run as soon as they are ready, because they become visible only by an action. The script holds the
/// actions back until it names their task. At its end it holds them for good.
///
/// Safe to use from any thread.
final class OrderScript: Sendable {
  /// The script of the test store that is created next in the current task; `nil` for none.
  @TaskLocal static var current: OrderScript?

  private struct Contents: Sendable {
    var steps: Deque<OrderStep>
    /// The steps that were performed, if they are written.
    var performed: [OrderStep] = []
    var hasStore = false
    /// The task whose dependency was answered, and whose next action is therefore handled immediately.
    var delivering: Int?
    var answers: [PendingAnswer] = []
    var lastAnswer = 0
    /// Whether the test is advancing the clock. The order of a moment begins when all tasks have woken.
    var isAdvancing = false
  }

  private let contents: Locked<Contents>
  /// The file into which the performed steps are written; `nil` for none.
  private let file: StepsFile?

  init(_ steps: [OrderStep] = [], file: StepsFile? = nil) {
    contents = Locked(Contents(steps: Deque(steps)))
    self.file = file
  }

  /// The answers for which tasks wait, in the order in which they were requested.
  var answers: [PendingAnswer] { contents.withLock { $0.answers } }

  /// Returns `true` for the first caller.
  func claim() -> Bool {
    contents.withLock { contents in
      defer { contents.hasStore = true }
      return !contents.hasStore
    }
  }

  /// Appends a step.
  func append(_ step: OrderStep) {
    contents.withLock { $0.steps.append(step) }
  }

  /// Removes the steps up to the next one of the test, because the test performs it.
  func passTestStep(_ step: OrderStep) {
    contents.withLock { contents in
      guard let index = contents.steps.firstIndex(of: step) else { return }
      contents.steps.removeFirst(index + 1)
    }
    willPerform(step)
  }

  /// Writes a step that is about to be performed.
  private func willPerform(_ step: OrderStep) {
    guard let file else { return }
    let performed = contents.withLock { contents in
      contents.performed.append(step)
      return contents.performed
    }
    file.write(
      """
      The process stopped while \(file.call) ran these steps:

          \(performed.source)

      The call repeats them.

      """
    )
  }

  /// Returns the step at an offset from the next one; `nil` if the script waits for the test before it.
  func step(at offset: Int) -> OrderStep? {
    contents.withLock { contents in
      guard !contents.isAdvancing, contents.steps.count > offset else { return nil }
      guard !contents.steps.prefix(offset + 1).contains(where: \.isOfTest) else { return nil }
      return contents.steps[offset]
    }
  }

  /// Removes the next steps, because the last of them is performed.
  func removeSteps(_ count: Int) {
    let step = contents.withLock { contents in
      defer { contents.steps.removeFirst(count) }
      return contents.steps[count - 1]
    }
    willPerform(step)
  }

  /// Notes that the last step, ``OrderStep/rest``, is performed.
  func beginRest() {
    if file != nil, contents.withLock({ $0.performed.last != .rest }) { willPerform(.rest) }
  }

  /// Performs no step until the test has advanced the clock.
  func setAdvancing(_ isAdvancing: Bool) {
    contents.withLock { $0.isAdvancing = isAdvancing }
  }

  /// Removes and returns the task whose next action is handled immediately.
  func takeDelivery() -> Int? {
    contents.withLock { contents in
      defer { contents.delivering = nil }
      return contents.delivering
    }
  }

  /// Removes an answer for which a task waits.
  ///
  /// - Parameters:
  ///   - id: The identifier of the answer.
  ///   - task: The number of the task.
  func take(_ id: Int, of task: Int) -> PendingAnswer? {
    contents.withLock { contents in
      guard let index = contents.answers.firstIndex(where: { $0.id == id }) else { return nil }
      contents.delivering = task
      return contents.answers.remove(at: index)
    }
  }

  /// Waits for the script to answer, and returns the index of the answer.
  ///
  /// - Parameter count: The number of answers to choose from.
  /// - Throws: `CancellationError` if the task is canceled.
  func answer(among count: Int) async throws -> Int {
    guard let task = unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor }) else { return 0 }
    let key = unsafe TaskExecutorKey(task)
    let id = contents.withLock { contents in
      contents.lastAnswer += 1
      return contents.lastAnswer
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        contents.withLock { contents in
          contents.answers.append(PendingAnswer(id: id, task: key, count: count, continuation: continuation))
        }
        // The cancellation handler finds no answer if it ran before the registration.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    let answer = contents.withLock { contents in
      contents.answers.firstIndex { $0.id == id }.map { contents.answers.remove(at: $0) }
    }
    answer?.continuation.resume(throwing: CancellationError())
  }
}

/// An answer for which a task of an effect waits.
struct PendingAnswer: Sendable {
  let id: Int
  let task: TaskExecutorKey
  /// The number of answers to choose from.
  let count: Int
  let continuation: CheckedContinuation<Int, any Error>
}

/// The answers of a dependency, of which `explore` tries each, at each moment.
public enum Draw {
  /// Returns one of several answers, after any other event.
  ///
  /// ```swift
  /// $0.client.load = { _ in try await Draw.answer([.success(7), .failure(Offline())]) }
  /// ```
  ///
  /// Outside of `explore` and ``withOrder(_:fileID:file:line:column:operation:)``, it returns the first answer
  /// immediately.
  ///
  /// - Parameter answers: The answers; at least one.
  /// - Returns: The value of the answer.
  /// - Throws: The error of the answer, or `CancellationError` if the effect is canceled.
  public static func answer<Value: Sendable>(_ answers: [Result<Value, any Error>]) async throws -> Value {
    precondition(!answers.isEmpty, "A dependency needs at least one answer.")
    return try answers[await OrderScript.current?.answer(among: answers.count) ?? 0].get()
  }

  /// Returns one of several values, after any other event.
  ///
  /// - Parameter values: The values; at least one.
  /// - Returns: The value.
  /// - Throws: `CancellationError` if the effect is canceled.
  public static func answer<Value: Sendable>(with values: Value...) async throws -> Value {
    try await answer(values.map { .success($0) })
  }
}
