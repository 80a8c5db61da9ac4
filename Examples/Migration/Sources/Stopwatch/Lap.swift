import ComposableArchitecture

@Reducer
struct Lap {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var seconds: Int
    var note = ""

    init(id: UUID, seconds: Int) {
      self.id = id
      self.seconds = seconds
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
