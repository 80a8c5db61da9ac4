// Copy this module into your package: features and tests that import ComposableArchitecture then build unchanged.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Counterpoint
@_exported import Foundation

#if canImport(SwiftUI)
@_exported import SwiftUI
#else
/// Stands in for SwiftUI's animations. They are ignored.
public struct Animation: Sendable {
  public static let `default` = Animation()
  public static let easeInOut = Animation()
  public static func spring() -> Animation { Animation() }
}
#endif

// Animations belong to views: wrap what a view does in `withAnimation`, and remove these parameters one by one.
extension Store {
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }
}

extension Send {
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action, animation: Animation?) async {
    await self(action)
  }
}

extension Effect {
  public static func send(_ action: Action, animation: Animation?) -> Self { .send(action) }
  public func animation(_ animation: Animation? = .default) -> Self { self }
}

/// Does nothing: a test store runs its effects on an executor of its own.
public var uncheckedUseMainSerialExecutor: Bool {
  get { false }
  set {}
}

public func withMainSerialExecutor<Value>(operation: () throws -> Value) rethrows -> Value { try operation() }

public nonisolated(nonsending) func withMainSerialExecutor<Value>(
  operation: nonisolated(nonsending) () async throws -> Value
) async rethrows -> Value {
  try await operation()
}

@dynamicMemberLookup @propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  public var wrappedValue: Value
  public var value: Value {
    get { wrappedValue }
    set { wrappedValue = newValue }
  }
  public var projectedValue: Self { self }
  public init(_ value: Value) { wrappedValue = value }
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member { wrappedValue[keyPath: keyPath] }
}

public struct AnyHashableSendable: Hashable, Sendable {
  public let base: any Hashable & Sendable
  public init(_ base: some Hashable & Sendable) { self.base = base }
  public static func == (lhs: Self, rhs: Self) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }
  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}
