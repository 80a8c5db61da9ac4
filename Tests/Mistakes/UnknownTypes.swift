import Counterpoint

// A type that does not exist is reported where it stands, and again because the macro repeats it.

@ObservableState
struct State {
  var detail: Detial  // error: 'Detial' in scope // error: 'Detial' in scope
  var count = 0
}
