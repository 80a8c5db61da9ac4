import Counterpoint

// Features that use one another over three files: the compiler has to find each macro's conformances while it looks at
// another file's types.

@Reducer
struct Contacts {
  struct State: Equatable {
    var first = Contact.State(name: "Blob")
    var second = Contact.State(name: "Blob Jr.")
    var log: [String] = []
    var theme = Theme.State.plain
  }

  enum Action {
    case first(Contact.Action)
    case second(Contact.Action)
    case theme(Theme.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.first, action: \.first) { Contact() }
    Scope(\.second, action: \.second) { Contact() }
    Scope(\.theme, action: \.theme) { Theme() }
    Reduce { state, action in
      switch action {
      case \.first.phone.called:
        state.log.append("called \(state.first.name)")
      case \.second.renamed:
        state.log.append("renamed to \(state.second.name)")
      case .first, .second, .theme:
        break
      }
      return .none
    }
  }
}
