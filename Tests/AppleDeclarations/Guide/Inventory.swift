import Counterpoint
import CounterpointSwiftUI
import SwiftUI

@Reducer struct Item {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
    var isInStock = true
    var focus: Field?

    enum Field: Hashable { case name }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@Reducer struct Inventory {
  @Reducer enum Path {
    case detail(Item)
  }

  @ObservableState struct State {
    var rows: IdentifiedArrayOf<Item.State> = []
    var search = ""
    var path = StackState<Path.State>()
    @Presents var editor: Item.State?
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var dialog: ConfirmationDialogState<Action.Alert>?
  }

  enum Action: BindableAction {
    case addTapped
    case binding(BindingAction<State>)
    case clearTapped
    case rows(IdentifiedActionOf<Item>)
    case path(StackActionOf<Path>)
    case editor(PresentationAction<Item.Action>)
    case alert(PresentationAction<Alert>)
    case dialog(PresentationAction<Alert>)

    enum Alert: Equatable, Sendable { case clear }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addTapped: state.editor = Item.State(id: state.rows.count)
      case .clearTapped:
        state.alert = AlertState {
          TextState("Remove everything?")
        } actions: {
          ButtonState(role: .destructive, action: .clear) { TextState("Remove") }
        }
      case .alert(.presented(.clear)): state.rows = []
      case .binding, .rows, .path, .editor, .alert, .dialog: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Item() }
    .forEach(\.path, action: \.path)
    .ifLet(\.$editor, action: \.editor) { Item() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$dialog, action: \.dialog)
  }
}

struct InventoryView: View {
  @Bindable var store: StoreOf<Inventory>

  var body: some View {
    NavigationStack(path: $store.scope(\.path, action: \.path), store.scope(\.path, action: \.path)) {
      list
        .sheet(item: $store.scope(\.$editor, action: \.editor)) { ItemView(store: $0) }
        .alert($store.scope(\.$alert, action: \.alert))
        .confirmationDialog($store.scope(\.$dialog, action: \.dialog))
    } destination: { store in
      switch store.case {
      case .detail(let store): ItemView(store: store)
      }
    }
  }

  private var list: some View {
    List {
      TextField("Search", text: $store.search)
      ForEach(store.scope(\.rows, action: \.rows)) { row in
        NavigationLink(state: Inventory.Path.State.detail(row.withState { $0 })) { Text(row.name) }
      }
      Button("Add") { store.send(.addTapped, animation: .default) }
      Button("Remove all") { store.send(.clearTapped) }
    }
  }
}

struct ItemView: View {
  @Bindable var store: StoreOf<Item>
  @FocusState var focus: Item.State.Field?

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
        .focused($focus, equals: .name)
      Toggle("In stock", isOn: $store.isInStock.animation())
    }
    .bind($store.focus, to: $focus)
  }
}
