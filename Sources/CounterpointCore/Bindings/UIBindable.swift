@_spi(Internals) import CounterpointSupport
public import Observation

/// A source of bindings to the properties of an object: `$model.name` is a ``UIBinding``.
///
/// The bindings of a store, `$store.name` and `$store.scope(…)`, send actions.
///
/// ```swift
/// @MainActor final class ProfileScreen {
///   @UIBindable var store: StoreOf<Profile>
///   …
///   nameField.bind($store.name)
/// }
/// ```
///
/// Bindings don't retain the object. After its release they return the last value that was read.
@propertyWrapper
@dynamicMemberLookup
public struct UIBindable<Value> {
  /// The object.
  public var wrappedValue: Value

  /// The source location of the creation, for issues. A dynamic member subscript can't capture its own location.
  let location: SourceLocation

  /// Creates a source of bindings to an object's properties.
  ///
  /// - Parameter wrappedValue: The object.
  public init(
    wrappedValue: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: AnyObject & Observable {
    self.wrappedValue = wrappedValue
    self.location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a source of bindings to an object's properties: `UIBindable(store).name`.
  ///
  /// - Parameter wrappedValue: The object.
  public init(
    _ wrappedValue: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: AnyObject & Observable {
    self.wrappedValue = wrappedValue
    self.location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a copy of another source of bindings.
  ///
  /// - Parameter projectedValue: The source.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The source of bindings: `$model`.
  public var projectedValue: Self { self }

  /// Returns the binding of a property of the object.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> UIBinding<Member> where Value: AnyObject {
    UIBinding<Member>(ObjectMember(wrappedValue, keyPath))
  }
}

extension UIBindable: Identifiable where Value: Identifiable {
  /// The id of the object.
  public var id: Value.ID { wrappedValue.id }
}

extension UIBindable {
  /// Returns the binding of a property of a store's state. A write sends `.binding(.set(\.name, value))`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<State: ObservableState, Action: BindableAction<State>, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member> where Value == Store<State, Action> {
    UIBinding<Member>(wrappedValue.property(keyPath, StoreSource(wrappedValue), at: location) { .binding($0) })
  }

  /// Returns a property of a store's state, for a binding with a custom action: `$store.name.sending(\.nameChanged)`.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreMember<State, Action, Member> where Value == Store<State, Action> {
    StoreMember<State, Action, Member>(wrappedValue, StoreSource(wrappedValue), keyPath)
  }
}

extension UIBinding {
  /// Returns the binding of a property of a store's state. A write sends `.binding(.set(\.name, value))`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<State: ObservableState, Action: BindableAction<State>, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member> where Value == Store<State, Action> {
    let store = withoutTracking { wrappedValue }
    return UIBinding<Member>(
      store.property(keyPath, StoreSource(location), at: .here()) { .binding($0) },
      transaction: transaction
    )
  }

  /// Returns a property of a store's state, for a binding with a custom action: `$store.name.sending(\.nameChanged)`.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreMember<State, Action, Member> where Value == Store<State, Action> {
    StoreMember<State, Action, Member>(withoutTracking { wrappedValue }, StoreSource(location), keyPath)
  }
}

extension Store where State: ObservableState {
  /// Returns the location of a property. A write sends the action that sets the property.
  func property<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ source: StoreSource<State, Action>,
    at location: SourceLocation,
    _ embed: @escaping (BindingAction<State>) -> Action
  ) -> any BindingLocation<Value> {
    StoreProperty(source, BindingPath(keyPath), current: withState(keyPath), at: location, embed)
  }
}
