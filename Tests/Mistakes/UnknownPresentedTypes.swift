import Counterpoint

// The presented type does not exist: reported at its use, and in each property that the macro generates.

@ObservableState
struct State {
  @Presents var detail: Detial.State?  // error: 'Detial' // error: 'Detial' // error: 'nil' requires a contextual type
  var count = 0
}

// in expansions: 4
