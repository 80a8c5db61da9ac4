import Counterpoint
import Foundation

/// A stack of screens and a sheet, with presentations in presentations.
@Reducer struct Alarm {
  @ObservableState struct State: Codable, Equatable {
    let id: Int
    private(set) var rings = 0

    mutating func ring() { rings += 1 }
  }

  enum Action: Codable { case ring, done }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .ring = action { state.ring() }
      return .none
    }
  }
}

@Reducer struct Detail {
  @ObservableState struct State: Codable, Equatable {
    var title: String
    @Presents var alarm: Alarm.State?
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var destination: Destination.State?
    var tags: Set<String> = []
  }
  @Reducer enum Destination {
    case alarm(Alarm)
    case note(Note)
  }
  enum Action: Codable {
    case alarm(PresentationAction<Alarm.Action>)
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)
    case alarmTapped, alertTapped, noteTapped, pushTapped(String), loaded(String), load
    case dest2
    enum Alert: Codable { case yes }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alarmTapped: state.alarm = Alarm.State(id: 1)
      case .alarm(.presented(.done)): state.alarm = nil
      case .alertTapped:
        state.alert = AlertState {
          TextState("Sure?")
        } actions: {
          ButtonState(action: .yes) { TextState("Yes") }
        }
      case .noteTapped: state.destination = .note(Note.State(text: "n"))
      case .dest2: state.destination = .alarm(Alarm.State(id: 1))
      case .load: return .run { send in await send(.loaded("x")) }
      case .loaded(let tag): state.tags.insert(tag)
      default: break
      }
      return .none
    }
    .ifLet(\.$alarm, action: \.alarm) { Alarm() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$destination, action: \.destination)
  }
}
extension Detail.Destination.State: Codable, Equatable {}
extension Detail.Destination.Action: Codable {}

@Reducer struct Note {
  @ObservableState struct State: Codable, Equatable { var text: String; @Presents var inner: Alarm.State? }
  enum Action: Codable, BindableAction {
    case binding(BindingAction<State>); case inner(PresentationAction<Alarm.Action>); case open
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .open = action { state.inner = Alarm.State(id: 1) }
      return .none
    }
    .ifLet(\.$inner, action: \.inner) { Alarm() }
  }
}

@Reducer struct Screens {
  @Reducer enum Path { case detail(Detail); case alarm(Alarm) }
  @ObservableState struct State: Codable, Equatable {
    var path = StackState<Path.State>()
    @Presents var sheet: Detail.State?
    @Presents private(set) var hidden: Alarm.State?
    mutating func toggleHidden() { hidden = hidden == nil ? Alarm.State(id: 7) : nil }
  }
  enum Action: Codable {
    case grow
    case hidden
    case replace
    case reset
    case path(StackActionOf<Path>)
    case sheet(PresentationAction<Detail.Action>)
    case open(String)
    case push(String)
    case pushAlarm
    case pop
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let title): state.sheet = Detail.State(title: title)
      case .push(let title): state.path.append(.detail(Detail.State(title: title)))
      case .pushAlarm: state.path.append(.alarm(Alarm.State(id: 1)))
      case .grow: for number in 0..<120 { state.sheet?.tags.insert("\(number)") }
      case .hidden: state.toggleHidden()
      case .replace:
        guard let first = state.path.ids.first else { break }
        state.path[id: first] = .alarm(Alarm.State(id: 3))
        state.sheet = Detail.State(
          title: "s",
          alarm: Alarm.State(id: 4),
          destination: .note(Note.State(text: "x", inner: Alarm.State(id: 5)))
        )
      case .reset:
        state.path.removeAll()
        state.path.append(.detail(Detail.State(title: "d", destination: .alarm(Alarm.State(id: 6)))))
        state.path.append(.alarm(Alarm.State(id: 8)))
        state.sheet?.destination = .alarm(Alarm.State(id: 6))
      case .pop: state.path.removeLast()
      case .path(.element(_, .detail(.pushTapped(let title)))): state.path.append(.detail(Detail.State(title: title)))
      default: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Detail() }
    .forEach(\.path, action: \.path)
  }
}
extension Screens.Path.State: Codable, Equatable {}
extension Screens.Path.Action: Codable {}
