public import Foundation
public import StateSharing

extension SharedReaderKey {
  /// Returns the key of a value in an engine in memory, which stands for a server.
  ///
  /// - Parameters:
  ///   - name: The value's name.
  ///   - engine: The engine.
  ///   - program: The program that holds the reference. References of two programs are separate, and see each other's
  ///     changes only through the engine.
  ///   - maximumOfWaitingChanges: The maximum number of waiting changes.
  ///   - resolve: Merges two values, see `AsyncTransactionalSharedKey/resolve(base:mine:theirs:)`.
  public static func engine<Value>(
    _ name: String,
    _ engine: InMemorySharedEngine<Value>,
    program: String = "",
    maximumOfWaitingChanges: Int = 1_000,
    resolve: @escaping @Sendable (_ base: Value?, _ mine: Value, _ theirs: Value?) -> Value? = { _, _, _ in nil }
  ) -> Self where Self == InMemoryEngineKey<Value> {
    InMemoryEngineKey(
      name: name,
      engine: engine,
      program: program,
      maximumOfWaitingChanges: maximumOfWaitingChanges,
      resolution: resolve
    )
  }
}

/// The key of a value in an engine in memory: `.engine("name", engine)`.
public struct InMemoryEngineKey<Value: Sendable>: AsyncTransactionalSharedKey {
  fileprivate let name: String
  fileprivate let engine: InMemorySharedEngine<Value>
  fileprivate let program: String
  /// The maximum number of waiting changes.
  public let maximumOfWaitingChanges: Int
  fileprivate let resolution: @Sendable (Value?, Value, Value?) -> Value?

  /// The engine, the name and the program.
  public var id: InMemoryEngineKeyID {
    InMemoryEngineKeyID(engine: ObjectIdentifier(engine), name: name, program: program)
  }

  /// The engine's clock.
  public var clock: (any Clock<Duration>)? { engine.clock }

  /// Subscribes to the stored value.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    engine.follow(name, subscriber)
  }

  /// Reads the stored value. The ticket is its version.
  public func begin(
    _ request: SharedTransactionRequest
  ) async throws -> (stored: SharedStored<Value>, ticket: SharedVersion) {
    let stored = try await engine.read(name)
    return (stored, stored.version)
  }

  /// Stores the value, unless another program has stored one since.
  public func commit(
    _ value: Value,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Value, SharedVersion> {
    switch try await engine.write(value, to: name, ifVersion: ticket, writeID: writeID) {
    case .committed(let version): .committed(version)
    case .conflict(let stored): .conflict(stored, ticket: stored.version)
    }
  }

  /// Merges two values.
  public func resolve(base: Value?, mine: Value, theirs: Value?) -> Value? { resolution(base, mine, theirs) }
}

extension InMemoryEngineKey: CustomStringConvertible {
  /// The key as it is written in code, without the engine: `.engine("name")`.
  public var description: String { ".engine(\(String(reflecting: name)))" }
}

/// The identity of a value: its engine, name and program.
public struct InMemoryEngineKeyID: Hashable, Sendable {
  let engine: ObjectIdentifier
  let name: String
  let program: String
}
