import CaseKeyPaths
import CounterpointCore

/// A form with a bindable action, written by hand.
struct Profile: Reducer {
  struct State: ObservableState, Equatable {
    private var _name = ""
    private var _isPublic = false
    private var _address = Address()
    private var _greeting = ""
    var _$observationRegistrar = ObservationStateRegistrar()

    init(name: String = "") {
      _name = name
    }

    var name: String {
      get { _$observationRegistrar.access(0); return _name }
      set { _$observationRegistrar.set(&_name, to: newValue, field: 0) }
    }

    var isPublic: Bool {
      get { _$observationRegistrar.access(1); return _isPublic }
      set { _$observationRegistrar.set(&_isPublic, to: newValue, field: 1) }
    }

    var address: Address {
      get { _$observationRegistrar.access(2); return _address }
      set { _$observationRegistrar.set(&_address, to: newValue, field: 2) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_address, field: 2)
        defer { _$observationRegistrar.didModify(&_address, edit, field: 2) }
        yield &_address
      }
    }

    /// The logic's result for the name.
    var greeting: String {
      get { _$observationRegistrar.access(3); return _greeting }
      set { _$observationRegistrar.set(&_greeting, to: newValue, field: 3) }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      fields.add(0, \.name, stored: \._name, registrar: \._$observationRegistrar)
      fields.add(1, \.isPublic, stored: \._isPublic, registrar: \._$observationRegistrar)
      fields.add(2, \.address, stored: \._address, registrar: \._$observationRegistrar)
      fields.add(3, \.greeting, stored: \._greeting, registrar: \._$observationRegistrar)
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: BindableAction, CasePathable, Equatable {
    case binding(BindingAction<State>)
    case nameTyped(String)
    case cityTyped(String)

    struct AllCasePaths: Sendable {
      var binding: AnyCasePath<Action, BindingAction<State>> {
        AnyCasePath(embed: Action.binding, extract: { if case .binding(let action) = $0 { action } else { nil } })
      }
      var nameTyped: AnyCasePath<Action, String> {
        AnyCasePath(embed: Action.nameTyped, extract: { if case .nameTyped(let name) = $0 { name } else { nil } })
      }
      var cityTyped: AnyCasePath<Action, String> {
        AnyCasePath(embed: Action.cityTyped, extract: { if case .cityTyped(let city) = $0 { city } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name): state.greeting = "Hello, \(state.name)"
      case .binding: break
      case .nameTyped(let name): state.name = "typed \(name)"
      case .cityTyped(let city): state.address.city = city
      }
      return .none
    }
  }
}

/// A part of a form.
struct Address: ObservableState, Equatable {
  private var _city = ""
  private var _tags: [Int] = []
  var _$observationRegistrar = ObservationStateRegistrar()

  init(city: String = "", tags: [Int] = []) {
    _city = city
    _tags = tags
  }

  var city: String {
    get { _$observationRegistrar.access(0); return _city }
    set { _$observationRegistrar.set(&_city, to: newValue, field: 0) }
  }

  var tags: [Int] {
    get { _$observationRegistrar.access(1); return _tags }
    set { _$observationRegistrar.set(&_tags, to: newValue, field: 1) }
  }

  static func _$fields(_ fields: _ObservedFields<Self>) {
    fields.add(0, \.city, stored: \._city, registrar: \._$observationRegistrar)
    fields.add(1, \.tags, stored: \._tags, registrar: \._$observationRegistrar)
  }

  var _$id: ObservableStateID { _$observationRegistrar.id }
  mutating func _$willModify() { _$observationRegistrar.willModify() }
}
