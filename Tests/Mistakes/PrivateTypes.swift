import Counterpoint

// Macros extend a type at file scope, where a private type inside another one is not visible.

@Reducer
struct Leaf {}

struct Screen {
  @Reducer
  private enum Destination {  // error: '@Reducer' extends the type at file scope, where 'Destination' is not visible
    case leaf(Leaf)
  }

  @Reducer
  private struct Feature {}  // error: make 'Feature' fileprivate

  @CasePathable
  private enum Action { case tap }  // error: make 'Action' fileprivate

  @ObservableState
  private struct State { var count = 0 }  // error: make 'State' fileprivate

  private struct Part {
    @CasePathable  // error: '@CasePathable' extends the type at file scope, where 'Part' is not visible
    enum Action { case tap }
  }

  @CasePathable
  private enum ByHand: CasePathable, CasePathIterable { case tap }

  @Reducer
  fileprivate enum Visible { case leaf(Leaf) }
}

@Reducer
private enum AtFileScope { case leaf(Leaf) }
