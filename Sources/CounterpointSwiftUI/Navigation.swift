#if canImport(SwiftUI)

public import Counterpoint
public import SwiftUI

extension NavigationStack {
  /// Creates a navigation stack that shows a `StackState`. The back button and gestures send `.popFrom(id:)`, links
  /// made by `NavigationLink(state:label:)` send `.push(id:state:)`.
  ///
  /// ```swift
  /// NavigationStack(path: $store.scope(\.path, action: \.path), store.scope(\.path, action: \.path)) {
  ///   HomeView(store: store)
  /// } destination: { store in
  ///   DetailView(store: store)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The binding of the stack's elements.
  ///   - stores: The stores of the elements.
  ///   - root: The view at the bottom.
  ///   - destination: Returns the view of an element.
  @MainActor public init<State, Action, Content: View, Destination: View>(
    path: Binding<StackState<State>.PathView>,
    _ stores: StoreCollection<StackElementID, State, Action>,
    @ViewBuilder root: () -> Content,
    @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination
  )
  where
    Data == StackState<State>.PathView,
    Root == ModifiedContent<Content, StackDestinations<State, Action, Destination>>
  {
    self.init(path: path) {
      root().modifier(StackDestinations(stores: stores, destination: destination))
    }
  }
}

/// The views of a stack's elements.
public struct StackDestinations<State, Action, Destination: View>: ViewModifier {
  let stores: StoreCollection<StackElementID, State, Action>
  let destination: (Store<State, Action>) -> Destination

  /// The content with its destinations.
  public func body(content: Content) -> some View {
    content.navigationDestination(for: StackState<State>.Component.self) { component in
      if let index = stores.indices.first(where: { stores.id(at: $0) == component.id }) { destination(stores[index]) }
    }
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link that pushes a state onto the stack of the `NavigationStack` around it.
  ///
  /// - Parameters:
  ///   - state: The state of the new element; `nil` disables the link.
  ///   - label: The label.
  @MainActor public init<State>(state: State?, @ViewBuilder label: () -> Label) {
    var stack = StackState<State>()
    if let state { stack.append(state) }
    self.init(value: stack.pathView.first, label: label)
  }
}

extension ForEach where Content: View {
  /// Creates a view for each row of a list, identified by the row's id.
  ///
  /// ```swift
  /// ForEach(store.scope(\.rows, action: \.rows)) { RowView(store: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - stores: The stores of the rows.
  ///   - content: Returns the view of a row.
  @MainActor public init<State, Action>(
    _ stores: StoreCollection<ID, State, Action>,
    @ViewBuilder content: @escaping (Store<State, Action>) -> Content
  ) where Data == IdentifiedStores<ID, State, Action> {
    self.init(IdentifiedStores(stores: stores), id: \.id) { content($0.store) }
  }
}

/// Stores with the ids of their elements.
public struct IdentifiedStores<ID: Hashable, State, Action>: RandomAccessCollection {
  let stores: StoreCollection<ID, State, Action>

  /// A store with the id of its element.
  public struct Element: Identifiable {
    /// The id of the element.
    public let id: ID
    /// The store, created on demand.
    public var store: Store<State, Action> { stores[position] }

    fileprivate let stores: StoreCollection<ID, State, Action>
    fileprivate let position: Int
  }

  /// The position of the first store.
  public var startIndex: Int { stores.startIndex }
  /// The position after the last store.
  public var endIndex: Int { stores.endIndex }

  /// The store at a position, with its id.
  public subscript(position: Int) -> Element {
    Element(id: stores.id(at: position), stores: stores, position: position)
  }
}

extension Store {
  /// Sends an action; the views that show its changes move with an animation.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: The animation; `nil` for none.
  /// - Returns: The effects that it started. Changes that they make later are not animated.
  @MainActor @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    withAnimation(animation) { send(action) }
  }

  /// Sends an action; its changes are part of a transaction.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - transaction: The transaction.
  /// - Returns: The effects that it started.
  @MainActor @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    withTransaction(transaction) { send(action) }
  }
}

#endif
