// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Observation

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
  ) {}
  public static func constant(_ value: Value) -> Binding<Value> { declared() }
  public var wrappedValue: Value {
    get { declared() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { declared() }
  public var transaction: Transaction {
    get { declared() }
    set {}
  }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { declared() }
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { declared() }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { declared() }
  @available(*, unavailable, message: "The value must be an observable object.")
  public init(wrappedValue: Value) { declared() }
}

extension Bindable where Value: AnyObject & Observable {
  public init(wrappedValue: Value) { declared() }
  public init(_ wrappedValue: Value) { declared() }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { declared() }
}

public protocol DynamicProperty {}

@MainActor @frozen @propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
  @frozen @propertyWrapper public struct Binding {
    public init() { declared() }
    @MainActor public var wrappedValue: Value {
      get { declared() }
      nonmutating set {}
    }
    @MainActor public var projectedValue: Self { declared() }
  }

  public var wrappedValue: Value {
    get { declared() }
    nonmutating set {}
  }
  public var projectedValue: FocusState<Value>.Binding { declared() }
  public init() where Value == Bool {}
  public init<T: Hashable>() where Value == T? {}
}

extension View {
  public nonisolated func focused<V: Hashable>(_ binding: FocusState<V>.Binding, equals value: V) -> some View {
    ModifiedContent<Self, Declared>()
  }
}

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
  public static let easeInOut = Animation()
}

public struct Transaction {
  public init() {}
  public init(animation: Animation?) {}
  public var animation: Animation? {
    get { declared() }
    set {}
  }
}

public func withAnimation<Result>(
  _ animation: Animation? = .default,
  _ body: () throws -> Result
) rethrows -> Result { declared() }

public func withTransaction<Result>(
  _ transaction: Transaction,
  _ body: () throws -> Result
) rethrows -> Result { declared() }
