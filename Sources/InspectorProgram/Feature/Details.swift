import CounterpointInspector
import CounterpointRecording

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
  /// `nil` if the program doesn't have the older state.
  var changes: [JSONChange]?
  /// The reason for a missing state.
  var failure: String?

  /// Loads the states of two moments.
  static func load(_ comparison: Comparison, of program: InspectedProgram) async -> Details {
    var details = Details(comparison: comparison)
    do {
      let state = try await program.state(comparison.new.store, comparison.new.number)
      details.state = state.value
      details.outdated = state.outdated
      let old = try await program.state(comparison.old.store, comparison.old.number)
      details.changes = JSONChange.changes(from: old.value, to: state.value)
    } catch {
      details.failure = errorText(error)
    }
    return details
  }
}

/// The text of an error for a user.
func errorText(_ error: any Error) -> String {
  (error as? InspectionError)?.description ?? String(describing: error)
}
