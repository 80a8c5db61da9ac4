import Counterpoint

// What is presented is of a type that does not exist: reported where it stands, and in each property that the macro writes.

@ObservableState
struct State {
  @Presents var detail: Detial.State?  // error: cannot find type 'Detial' in scope
  var count = 0
}

// in expansions: 6
