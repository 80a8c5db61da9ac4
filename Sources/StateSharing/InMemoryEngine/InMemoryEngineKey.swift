public import Foundation

extension SharedReaderKey {
  /// A value that an engine in memory keeps, as a server would.
  ///
  /// - Parameters:
  ///   - name: The value's name.
  ///   - engine: The engine.
  ///   - program: Who keeps it. References of two programs are two, and know of one another only by the engine.
  ///   - maximumOfWaitingChanges: How many changes may wait to be stored.
  ///   - resolve: Makes one value of two, see ``AsyncTransactionalSharedKey/resolve(base:mine:theirs:)``.
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

/// A value that an engine in memory keeps, as a server would: `.engine("name", engine)`.
public struct InMemoryEngineKey<Value: Sendable>: AsyncTransactionalSharedKey {
  fileprivate let name: String
  fileprivate let engine: InMemorySharedEngine<Value>
  fileprivate let program: String
  /// How many changes may wait to be stored.
  public let maximumOfWaitingChanges: Int
  fileprivate let resolution: @Sendable (Value?, Value, Value?) -> Value?

  /// The engine, the name and the program.
  public var id: InMemoryEngineKeyID {
    InMemoryEngineKeyID(engine: ObjectIdentifier(engine), name: name, program: program)
  }

  /// The engine's clock.
  public var clock: (any Clock<Duration>)? { engine.clock }

  /// Follows what is stored.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    engine.follow(name, subscriber)
  }

  /// Reads what is stored. The ticket is its version.
  public func begin(
    _ request: SharedTransactionRequest
  ) async throws -> (stored: SharedStored<Value>, ticket: SharedVersion) {
    let stored = try await engine.read(name)
    return (stored, stored.version)
  }

  /// Stores the value, if nobody else has stored another since.
  public func commit(_ value: Value, _ ticket: SharedVersion, writeID: UUID) async throws -> SharedCommit<Value> {
    try await engine.write(value, to: name, ifVersion: ticket, writeID: writeID)
  }

  /// Makes one value of two.
  public func resolve(base: Value?, mine: Value, theirs: Value?) -> Value? { resolution(base, mine, theirs) }
}

extension InMemoryEngineKey: CustomStringConvertible {
  /// The key as one writes it, without the engine: `.engine("name")`.
  public var description: String { ".engine(\(String(reflecting: name)))" }
}

/// Tells one value in an engine from another: by engine, name and program.
public struct InMemoryEngineKeyID: Hashable, Sendable {
  let engine: ObjectIdentifier
  let name: String
  let program: String
}
