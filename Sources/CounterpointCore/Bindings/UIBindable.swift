import CounterpointSupport
public import Observation

/// Makes bindings of the properties of an object: `$model.name` is a ``UIBinding``.
///
/// With a store it makes those that send actions: `$store.name`, `$store.scope(…)`.
///
/// ```swift
/// @MainActor final class ProfileScreen {
///   @UIBindable var store: StoreOf<Profile>
///   …
///   nameField.bind($store.name)
/// }
/// ```
///
/// Bindings do not keep the object alive; when it is gone, they keep the last value that was read from them.
@propertyWrapper
@dynamicMemberLookup
public struct UIBindable<Value> {
  /// The object.
  public var wrappedValue: Value

  /// The location of the creation, for issues. A dynamic member can't have an argument for a closer location.
  let location: SourceLocation

  /// Makes bindings of an object's properties.
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

  /// Makes bindings of an object's properties: `UIBindable(store).name`.
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

  /// Takes what makes the bindings over.
  ///
  /// - Parameter projectedValue: What makes the bindings.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// The source of bindings: `$model`.
  public var projectedValue: Self { self }

  /// The binding of a property of the object.
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
