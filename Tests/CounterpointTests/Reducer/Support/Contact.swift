import Counterpoint

@Reducer
struct Contact {
  struct State: Equatable {
    var name: String
    var phone = Phone.State()
  }

  enum Action {
    case phone(Phone.Action)
    case renamed(String)
  }

  var body: some Reducer<State, Action> {
    Scope(\.phone, action: \.phone) { Phone(countryCode: "+48") }
    Rename()
  }

  /// A reducer of another domain.
  @Reducer
  struct Rename {
    var body: some Reducer<Contact.State, Contact.Action> {
      Reduce { state, action in
        if let name = action[case: \.renamed] { state.name = name }
        return .none
      }
    }
  }
}

enum Telephony {}

extension Contact {
  typealias Phone = Telephony.Phone
}
