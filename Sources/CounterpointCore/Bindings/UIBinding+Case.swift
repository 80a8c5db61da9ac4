public import CaseKeyPaths

/// An optional store: the requirement of ``UIBinding`` to provide the cases of a presented enum.
public protocol OptionalStore<State, Action> {
  /// The presented state.
  associatedtype State
  /// The actions of the presented feature.
  associatedtype Action

  /// The store, `nil` while nothing is presented.
  var _$presentedStore: Store<State, Action>? { get }

  /// The value for no presentation.
  static var _$notPresented: Self { get }
}

/// A store with any state and action.
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

  /// The value for no presentation.
  public static var _$notPresented: Self { nil }
}

extension UIBinding
where
  Value: OptionalStore,
  Value.State: CaseReducerState,
  Value.State.StateReducer.Action == Value.Action,
  Value.State.StateReducer.CaseScope: CasePathable
{
  /// The stores and data that may be presented.
  public typealias CaseScope = Value.State.StateReducer.CaseScope

  /// Returns the binding of the store of a case's feature, or of the case's data; `nil` in another case.
  ///
  /// ```swift
  /// let destination = $store.scope(\.$destination, action: \.destination)
  /// destination.editor   // UIBinding<StoreOf<Editor>?>
  /// destination.hint     // UIBinding<String?>, for a case with data
  /// UIBinding(destination.help)   // UIBinding<Bool>, for a case without data
  /// ```
  ///
  /// Writing `nil` dismisses the presented feature if it is in this case.
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
private final class PresentedCase<Presented: OptionalStore, Value>: BindingLocation
where Presented.State: CaseReducerState, Presented.State.StateReducer.Action == Presented.Action {
  private let base: any BindingLocation<Presented>
  private let path: AnyCasePath<Presented.State.StateReducer.CaseScope, Value>
  private let keyPath: AnyKeyPath

  init(
    _ base: any BindingLocation<Presented>,
    _ path: AnyCasePath<Presented.State.StateReducer.CaseScope, Value>,
    _ keyPath: AnyKeyPath
  ) {
    self.base = base
    self.path = path
    self.keyPath = keyPath
  }

  var value: Value? {
    guard let value = current else {
      base.forgetTarget()
      return nil
    }
    return value
  }

  private var current: Value? {
    (base.value._$presentedStore?.case).flatMap(path.extract)
  }

  func forgetTarget() {
    base.forgetTarget()
  }

  func set(_ value: Value?) {
    guard value == nil, withoutTracking({ current }) != nil else { return }
    base.set(._$notPresented)
  }

  var identity: AnyHashable { AnyHashable(BindingIdentity(base: base.identity, path: keyPath)) }
}
