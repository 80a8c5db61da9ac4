public import CaseKeyPaths

/// An optional store: the requirement of ``UIBinding`` to provide the cases of a presented enum.
public protocol OptionalStore<State, Action> {
  /// The state of what is presented.
  associatedtype State
  /// Its actions.
  associatedtype Action

  /// The store, `nil` while nothing is presented.
  var _$presentedStore: Store<State, Action>? { get }

  /// Nothing is presented.
  static var _$notPresented: Self { get }
}

/// A store, whatever its state and action.
public protocol AnyStore<State, Action> {
  /// The store's state.
  associatedtype State
  /// The store's actions.
  associatedtype Action

  /// The store.
  var _$store: Store<State, Action> { get }
}

extension Store: AnyStore {
  /// This store.
  public var _$store: Store { self }
}

extension Optional: OptionalStore where Wrapped: AnyStore {
  /// The store, `nil` while nothing is presented.
  public var _$presentedStore: Store<Wrapped.State, Wrapped.Action>? { self?._$store }

  /// Nothing is presented.
  public static var _$notPresented: Self { nil }
}

extension UIBinding
where
  Value: OptionalStore,
  Value.State: CaseReducerState,
  Value.State.StateReducer.Action == Value.Action,
  Value.State.StateReducer.CaseScope: CasePathable
{
  /// The features and the data that may be presented.
  public typealias CaseScope = Value.State.StateReducer.CaseScope

  /// The store of the feature in a case of what is presented, or the data of the case; `nil` in another case.
  ///
  /// ```swift
  /// let destination = $store.scope(\.$destination, action: \.destination)
  /// destination.editor   // UIBinding<StoreOf<Editor>?>
  /// destination.hint     // UIBinding<String?>, of a case that holds data
  /// UIBinding(destination.help)   // UIBinding<Bool>, of a case that holds nothing
  /// ```
  ///
  /// Writing `nil` dismisses what is presented, if it is in this case.
  ///
  /// - Parameter keyPath: The case.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<CaseScope.AllCasePaths, AnyCasePath<CaseScope, Member>>
  ) -> UIBinding<Member?> {
    UIBinding<Member?>(
      PresentedCase(location, CaseScope.allCasePaths[keyPath: keyPath], keyPath),
      transaction: transaction
    )
  }
}

/// The payload of a presented enum's case.
private final class PresentedCase<Presented: OptionalStore, Value>: BindingLocation<Value?>
where Presented.State: CaseReducerState, Presented.State.StateReducer.Action == Presented.Action {
  private let base: BindingLocation<Presented>
  private let path: AnyCasePath<Presented.State.StateReducer.CaseScope, Value>
  private let way: AnyKeyPath

  init(
    _ base: BindingLocation<Presented>,
    _ path: AnyCasePath<Presented.State.StateReducer.CaseScope, Value>,
    _ way: AnyKeyPath
  ) {
    self.base = base
    self.path = path
    self.way = way
  }

  override var value: Value? {
    guard let value = current else {
      base.forget()
      return nil
    }
    return value
  }

  private var current: Value? {
    (base.value._$presentedStore?.case).flatMap(path.extract)
  }

  override func forget() {
    base.forget()
  }

  override func set(_ value: Value?) {
    guard value == nil, withoutTracking({ current }) != nil else { return }
    base.set(._$notPresented)
  }

  override var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, way: way)) }
}
