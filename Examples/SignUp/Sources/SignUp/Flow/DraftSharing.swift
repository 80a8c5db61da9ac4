import Counterpoint

/// Gives all screens the draft as the screen left it that acted last.
///
/// Each screen has the draft in its own state, as if it were alone. This reducer is all that makes it one draft: once the states
/// can hold it as a shared value, it goes, and nothing else changes.
@Reducer
struct DraftSharing {
  typealias State = SignUpFeature.State
  typealias Action = SignUpFeature.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .path(.element(let id, _)) = action, let draft = state.path[id: id]?.draft, draft != state.draft else {
        return .none
      }
      state.draft = draft
      for other in state.path.ids where other != id { state.path[id: other]?.draft = draft }
      return .none
    }
  }
}
