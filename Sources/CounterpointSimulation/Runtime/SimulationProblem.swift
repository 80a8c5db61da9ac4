/// The reason for which a simulation has failed.
struct SimulationProblem: Sendable {
  /// The kind of a failure. A shrunk run has to fail with the same kind and name.
  enum Kind: Sendable {
    case expectation, error, issue, escape, nothingLeft, spins, blocked
  }

  let kind: Kind
  /// The broken expectation, or another name of what has failed.
  var name = ""
  let text: String

  func isSame(as other: Self) -> Bool { kind == other.kind && name == other.name }

  /// Nothing can run any more, and the story has not ended.
  static func nothingLeft(waiting names: [String]) -> Self {
    let names = names.joined(separator: ", ")
    let text = """
      Nothing is left to run, and the story has not ended. Its tasks, or those of a process that it awaits, wait for something that \
      the simulation does not have: another thread, a socket, a continuation that is never resumed. Running: \(names).
      """
    return Self(kind: .nothingLeft, text: text)
  }

  /// Jobs follow one another without end, and time stands still.
  static func spins(name: String, steps: Int) -> Self {
    Self(
      kind: .spins,
      name: name,
      text:
        "'\(name)' spins: \(steps) jobs have run at the same virtual time. Let its loop sleep, or wait for an event."
    )
  }

  /// A thread of the simulation waits in reality.
  static func blocked(seconds: Int) -> Self {
    let text = """
      A job has blocked its thread for \(seconds) seconds of real time: it waits for a lock, a semaphore or a call that the simulation \
      does not control, or computes for long.
      """
    return Self(kind: .blocked, text: text)
  }

  /// A job has started a thread, or passed work to one.
  static func leaveText(of name: String, by function: String, at place: String?) -> String {
    let place = place.map { " at \($0)" } ?? ""
    return """
      '\(name)' has left the simulation: it has called '\(function)'\(place), so that another thread does something. Replace the thread or \
      the dispatch queue by a task or a dependency.
      """
  }

  /// A thread outside of the simulation has resumed a task.
  static func escapeText(of name: String, at place: String?) -> String {
    let place = place.map { " It was resumed at \($0)." } ?? ""
    return """
      A task of '\(name)' has left the simulation: a thread outside of it has resumed the task.\(place) Replace the thread, the \
      dispatch queue or the socket by a dependency.
      """
  }
}

extension SimulationProblem {
  /// Whether a repeated run fails in the same way, and soon.
  var isRepeatable: Bool {
    switch kind {
    case .expectation, .error, .issue: true
    case .escape, .nothingLeft, .spins, .blocked: false
    }
  }
}
