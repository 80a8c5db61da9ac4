import Counterpoint

// The presented type does not exist: reported at its use, and in each property that the macro generates.

@ObservableState
struct State {
  @Presents var detail: Detial.State?  // error: cannot find type 'Detial' in scope
  var count = 0
}

// in expansions: 6
