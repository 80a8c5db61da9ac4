#if canImport(SwiftUI)

public import Counterpoint
public import SwiftUI

extension Binding {
  /// Creates a SwiftUI binding of a library's binding: `Binding($store.scope(\.$editor, action: \.editor))`.
  ///
  /// A write with an animation carries it to `observe` as ``Counterpoint/UITransaction/animation``.
  ///
  /// - Parameter base: The binding.
  @MainActor public init(_ base: UIBinding<Value>) {
    let source = BindingSource(base)
    self.init(
      get: { @MainActor in source.binding.wrappedValue },
      set: { @MainActor value, transaction in
        withUITransaction(\.animation, transaction.animation) { source.binding.wrappedValue = value }
      }
    )
  }
}

/// Makes a binding sendable, because SwiftUI's closures are.
@MainActor private final class BindingSource<Value> {
  let binding: UIBinding<Value>

  init(_ binding: UIBinding<Value>) {
    self.binding = binding
  }
}

private enum AnimationKey: UITransactionKey {
  static let defaultValue: Animation? = nil
}

extension UITransaction {
  /// The animation of a write by a SwiftUI binding; `nil` without one.
  public var animation: Animation? {
    get { self[AnimationKey.self] }
    set { self[AnimationKey.self] = newValue }
  }
}

// `$store.name` needs nothing of this module: `Store` has a member that can be set.

@MainActor extension Bindable {
  /// Returns a binding of a property whose writes send an action: `$store.sending(\.name, \.nameChanged)`.
  ///
  /// - Parameters:
  ///   - state: The property.
  ///   - action: The case with the new value.
  public func sending<State: ObservableState, Action, Member>(
    _ state: KeyPath<State, Member>,
    _ action: CaseKeyPath<Action, Member>
  ) -> Binding<Member> where Value == Store<State, Action> {
    Binding(UIBindable(wrappedValue)[dynamicMember: state].sending(action))
  }

  /// Returns the binding of a presented child's store, for `sheet(item:)`, `fullScreenCover(item:)`, `popover(item:)`,
  /// `navigationDestination(item:)`, and the modifiers for prompts. Writing `nil` sends `.dismiss`.
  ///
  /// - Parameters:
  ///   - state: The child's state: `\.$editor`.
  ///   - action: The case that holds the child's presentation actions.
  public func scope<State: ObservableState, Action, Child, ChildAction>(
    _ state: KeyPath<State, PresentationState<Child>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Binding<Store<Child, ChildAction>?> where Value == Store<State, Action> {
    Binding(UIBindable(wrappedValue).scope(state, action: action))
  }

  /// Returns the binding of a stack's store, for `NavigationStack(path:root:destination:)`.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case that holds its actions.
  public func scope<State: ObservableState, Action, Element, ElementAction>(
    _ state: KeyPath<State, StackState<Element>>,
    action: CaseKeyPath<Action, StackAction<Element, ElementAction>>
  ) -> Binding<StackState<Element>.PathView> where Value == Store<State, Action> {
    Binding(UIBindable(wrappedValue).scope(state, action: action).pathView())
  }
}

extension View {
  /// Keeps a property of the state and the focus of the view equal.
  ///
  /// - Parameters:
  ///   - state: The binding of the property: `$store.focus`.
  ///   - focus: The focus: `$focus`.
  @MainActor public func bind<Value: Hashable>(
    _ state: Binding<Value>,
    to focus: FocusState<Value>.Binding
  ) -> some View {
    onChange(of: state.wrappedValue, initial: true) { _, new in focus.wrappedValue = new }
      .onChange(of: focus.wrappedValue) { _, new in
        if state.wrappedValue != new { state.wrappedValue = new }
      }
  }
}

#endif
