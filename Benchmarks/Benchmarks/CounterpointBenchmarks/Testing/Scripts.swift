import CounterpointTesting

/// Runs a script of a feature with a test store.
func play<R: Reducer>(_ reducer: R, from state: R.State, _ steps: [Step<R.State, R.Action>])
where R.State: Equatable, R.Action: Equatable {
  assert(
    initialValue: state,
    reducer: { state, action, _ in reducer.reduce(into: &state, action: action) },
    environment: (),
    steps: steps
  )
}
