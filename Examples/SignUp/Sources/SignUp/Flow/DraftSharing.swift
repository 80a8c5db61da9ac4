import Counterpoint

/// Copies the draft of the screen that acted last to all screens.
///
/// Each screen has the draft in its own state, as if it were alone. Only this reducer makes it one draft. With a
/// shared value it would be unnecessary, and nothing else would change.
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
