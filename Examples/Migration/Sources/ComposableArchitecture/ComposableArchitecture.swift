// Copy this module into your package: features and tests that import ComposableArchitecture then build unchanged.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Counterpoint
@_exported import Foundation

#if canImport(SwiftUI)
@_exported import SwiftUI
#else
/// Stands in for SwiftUI's animations. They are ignored.
public struct Animation: Hashable, Sendable {
  public static let `default` = Animation()
  public static let linear = Animation()
  public static let easeIn = Animation()
  public static let easeOut = Animation()
  public static let easeInOut = Animation()
  public static let spring = Animation()
  public static let interactiveSpring = Animation()
  public static let bouncy = Animation()
  public static let smooth = Animation()
  public static let snappy = Animation()

  public static func linear(duration: Double) -> Animation { Animation() }
  public static func easeIn(duration: Double) -> Animation { Animation() }
  public static func easeOut(duration: Double) -> Animation { Animation() }
  public static func easeInOut(duration: Double) -> Animation { Animation() }
  public static func spring(
    response: Double = 0.5,
    dampingFraction: Double = 0.825,
    blendDuration: Double = 0
  ) -> Animation { Animation() }
  public static func spring(duration: Double, bounce: Double = 0) -> Animation { Animation() }
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }

  public func delay(_ delay: Double) -> Animation { self }
  public func speed(_ speed: Double) -> Animation { self }
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
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

extension ButtonStateAction {
  public static func send(_ action: Action?, animation: Animation?) -> Self { .send(action) }
}

/// The result of an asynchronous operation. New code uses `Result<Success, any Error>`.
@CasePathable
@dynamicMemberLookup
public enum TaskResult<Success: Sendable>: Sendable {
  case success(Success)
  case failure(any Error)

  public init(catching body: @Sendable () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  public init(_ result: Result<Success, some Error>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  public func flatMap<NewSuccess>(_ transform: (Success) -> TaskResult<NewSuccess>) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

// Errors are equal if they are equatable and equal. Others have no equality that a test could rely on.
extension TaskResult: Equatable where Success: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { left == right as? Left }
    switch (lhs, rhs) {
    case (.success(let left), .success(let right)): return left == right
    case (.failure(let left), .failure(let right)):
      guard let left = left as Any as? any Equatable else { return false }
      return isEqual(left, right)
    case (.success, .failure), (.failure, .success): return false
    }
  }
}

extension TaskResult: Hashable where Success: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .failure(let error):
      hasher.combine(1)
      if let error = error as Any as? any Hashable { hasher.combine(AnyHashable(error)) }
    }
  }
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
