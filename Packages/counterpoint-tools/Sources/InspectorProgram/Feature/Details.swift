@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording

/// The kinds of information about the selected action.
package enum DetailTab: String, CaseIterable, Codable, Hashable, Sendable {
  case changes, state, action, chain, effects, shared

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// Two moments whose states are compared.
struct Comparison: Hashable, Codable, Sendable {
  var old: Moment
  var new: Moment
}

/// The states of two moments, and their differences.
struct Details: Equatable, Codable, Sendable {
  var comparison: Comparison
  /// The state at the newer moment; `nil` if the program doesn't have it.
  var state: JSONValue?
  /// The fields whose values a recording doesn't have.
  var outdated: Set<String> = []
  /// The moments whose states are shown. They are earlier than those of the comparison if a recording does not have the
  /// states.
  var shown: Comparison
  /// `nil` if the program doesn't have the older state.
  var changes: [JSONChange]?
  /// The reason for a missing state.
  var failure: String?

  init(comparison: Comparison, state: JSONValue? = nil, changes: [JSONChange]? = nil, failure: String? = nil) {
    self.comparison = comparison
    self.state = state
    self.changes = changes
    self.failure = failure
    shown = comparison
  }

  /// Loads the states of two moments.
  static func load(_ comparison: Comparison, of program: InspectedProgram) async -> Details {
    var details = Details(comparison: comparison)
    do {
      let state = try await program.state(comparison.new.store, comparison.new.number)
      details.state = state.value
      details.outdated = state.outdated
      details.shown.new.number = state.earlierNumber ?? comparison.new.number
      let old = try await program.state(comparison.old.store, comparison.old.number)
      details.shown.old.number = old.earlierNumber ?? comparison.old.number
      details.changes = JSONChange.changes(from: old.value, to: state.value)
    } catch {
      details.failure = errorText(error)
    }
    return details
  }
}

extension Details {
  /// A remark if the state is an earlier one than that of the moment; otherwise `nil`.
  var remarkOnState: String? {
    guard shown.new != comparison.new else { return nil }
    return "Not compared: the recording does not have the state after #\(comparison.new.number). "
      + "This is the state after #\(shown.new.number)."
  }

  /// A remark if the changes are not those between the moments; otherwise `nil`.
  var remarkOnChanges: String? {
    guard shown != comparison else { return nil }
    let unknown = shown.new != comparison.new ? comparison.new : comparison.old
    let text = "Not compared: the recording does not have the state after #\(unknown.number)."
    if shown.new == shown.old { return text }
    let first = min(shown.old.number, shown.new.number) + 1
    let last = max(shown.old.number, shown.new.number)
    let actions = first == last ? "#\(last)" : "#\(first) to #\(last)"
    return changes?.isEmpty == true
      ? "\(text) Actions \(actions) together have changed nothing." : "\(text) These are the changes of \(actions)."
  }
}

/// The text of an error for a user.
func errorText(_ error: any Error) -> String {
  (error as? InspectionError)?.description ?? String(describing: error)
}
