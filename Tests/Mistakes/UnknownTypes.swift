import Counterpoint

// A type that does not exist is reported where it stands, and once where the macro repeats it.

@ObservableState
struct State {
  var detail: Detial  // error: cannot find type 'Detial' in scope
  var count = 0
}

// in expansions: 1
