/// A key of some type, as a reference uses it.
class KeyConnection<Value>: @unchecked Sendable {
  // @unchecked because its subclasses hold a key, which is Sendable, and nothing else.
  var id: KeyID { fatalError("abstract") }
  var keyType: any Any.Type { fatalError("abstract") }
  var description: String { fatalError("abstract") }
  var canSave: Bool { false }
  var isTransactional: Bool { false }

  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {}

  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    SharedSubscription {}
  }

  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume()
  }

  func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Value>, ticket: any Sendable) {
    fatalError("not transactional")
  }

  func commit(_ value: Value, _ ticket: any Sendable) throws -> SharedCommit<Value> { fatalError("not transactional") }

  func rollback(_ ticket: any Sendable) {}
}

/// What tells one key from another, whatever their types.
struct KeyID: Hashable, @unchecked Sendable {
  // @unchecked because ids are made from keys, which are Sendable, and only compared.
  let base: AnyHashable
}

class ReaderConnection<Key: SharedReaderKey>: KeyConnection<Key.Value>, @unchecked Sendable {
  let key: Key

  init(_ key: Key) {
    self.key = key
  }

  override var id: KeyID { KeyID(base: AnyHashable(key.id)) }
  override var keyType: any Any.Type { Key.self }
  override var description: String { keyDescription(of: key) }

  override func load(context: LoadContext<Key.Value>, continuation: LoadContinuation<Key.Value>) {
    key.load(context: context, continuation: continuation)
  }

  override func subscribe(
    context: LoadContext<Key.Value>,
    subscriber: SharedSubscriber<Key.Value>
  ) -> SharedSubscription {
    key.subscribe(context: context, subscriber: subscriber)
  }
}

class WriterConnection<Key: SharedKey>: ReaderConnection<Key>, @unchecked Sendable {
  override var canSave: Bool { true }

  override func save(_ value: Key.Value, context: SaveContext, continuation: SaveContinuation) {
    key.save(value, context: context, continuation: continuation)
  }
}

final class TransactionalConnection<Key: TransactionalSharedKey>: WriterConnection<Key>, @unchecked Sendable {
  override var isTransactional: Bool { key.isTransactional }

  override func begin(
    _ request: SharedTransactionRequest
  ) throws -> (stored: SharedStored<Key.Value>, ticket: any Sendable) {
    let (stored, ticket) = try key.begin(request)
    return (stored, ticket)
  }

  override func commit(_ value: Key.Value, _ ticket: any Sendable) throws -> SharedCommit<Key.Value> {
    try key.commit(value, Self.own(ticket))
  }

  override func rollback(_ ticket: any Sendable) {
    key.rollback(Self.own(ticket))
  }

  private static func own(_ ticket: any Sendable) -> Key.Ticket {
    guard let ticket = ticket as? Key.Ticket else { preconditionFailure("The ticket is not one of \(Key.self).") }
    return ticket
  }
}

extension SharedReaderKey {
  /// Connects to the key: to what it wraps, if it only adds a default, and for all that it can do.
  func connect() -> KeyConnection<Value> {
    if let key = self as? any WrappingKey<Value> { return key.connectToBase() }
    if let key = self as? any TransactionalSharedKey<Value> { return key.connectTransactions() }
    if let key = self as? any SharedKey<Value> { return key.connectWriter() }
    return ReaderConnection(self)
  }
}

extension SharedKey {
  fileprivate func connectWriter() -> KeyConnection<Value> { WriterConnection(self) }
}

extension TransactionalSharedKey {
  fileprivate func connectTransactions() -> KeyConnection<Value> { TransactionalConnection(self) }
}

/// A key that adds something to another, of which it is not to be told apart.
private protocol WrappingKey<Value>: SharedReaderKey {
  func connectToBase() -> KeyConnection<Value>
}

extension _SharedKeyDefault: WrappingKey {
  fileprivate func connectToBase() -> KeyConnection<Base.Value> { base.connect() }
}
