/// The type-erased operations of a key. An operation that the key does not support is `nil`.
final class KeyConnection<Value>: Sendable {
  let id: KeyID
  let keyType: any Any.Type
  let load: @Sendable (LoadContext<Value>, LoadContinuation<Value>) -> Void
  let subscribe: @Sendable (LoadContext<Value>, SharedSubscriber<Value>) -> SharedSubscription
  let save: (@Sendable (Value, SaveBasis, SaveContext, SaveContinuation) -> Void)?
  /// The error for a value that was lost before it could be stored, if the key is a ``RevisionedKey``.
  let conflict: (@Sendable (Value) -> SharedStorageError?)?
  /// Begins a transaction, if changes are to be made in transactions.
  let begin: (@Sendable (SharedTransactionRequest) throws -> OpenTransaction<Value>)?
  /// Locks the storage before a transaction, if several values share its lock.
  let storageLock: (any StorageLockingKey)?
  /// The storage of an in-memory key, which is written synchronously.
  let inMemoryBinding: InMemoryBinding<Value>?
  /// The operations of remote storage, to which changes are written in the background.
  let remote: RemoteConnection<Value>?
  private let makeDescription: @Sendable () -> String
  /// Whether the description is the key's own, which distinguishes it from other keys of its type.
  private let isDescribed: Bool
  private let makeRecordedPlace: (@Sendable () -> String?)?

  private var recordedPlace: String? { makeRecordedPlace?() }

  /// The key as it is written in code. Computed at each access, because it is rarely needed.
  var description: String { makeDescription() }

  /// The key in recordings, which has the same name on every machine.
  var recordedName: String { recordedPlace ?? (isDescribed ? description : "\(description)(\(id.base))") }

  fileprivate init<Key: SharedReaderKey<Value>>(
    _ key: Key,
    save: (@Sendable (Value, SaveBasis, SaveContext, SaveContinuation) -> Void)? = nil,
    begin: (@Sendable (SharedTransactionRequest) throws -> OpenTransaction<Value>)? = nil,
    inMemoryBinding: InMemoryBinding<Value>? = nil,
    remote: RemoteConnection<Value>? = nil
  ) {
    id = KeyID(base: AnyHashable(key.id))
    keyType = Key.self
    load = { key.load(context: $0, continuation: $1) }
    subscribe = { inMemoryBinding?.follow($1) ?? key.subscribe(context: $0, subscriber: $1) }
    self.save = save
    if let key = key as? any RevisionedKey<Value> {
      conflict = { key.conflict(losing: $0) }
    } else {
      conflict = nil
    }
    self.begin = begin
    storageLock = begin == nil ? nil : key as? any StorageLockingKey
    self.inMemoryBinding = inMemoryBinding
    self.remote = remote
    makeDescription = { keyDescription(of: key) }
    isDescribed = key is any CustomStringConvertible
    if let key = key as? any KeyOfPlace {
      makeRecordedPlace = { key.recordedName }
    } else {
      makeRecordedPlace = nil
    }
  }
}

/// The type-erased identity of a key.
struct KeyID: Hashable, @unchecked Sendable {
  // @unchecked because ids are made from keys, which are Sendable, and only compared.
  let base: AnyHashable
}

/// An open transaction. It ends with `commit` or `rollback`.
struct OpenTransaction<Value> {
  let stored: SharedStored<Value>
  let commit: @Sendable (Value) throws -> SharedCommit<Value>
  let rollback: @Sendable () -> Void
}

extension SharedReaderKey {
  /// Returns the operations of the key. A key that only adds a default is unwrapped first.
  func connect() -> KeyConnection<Value> {
    if let key = self as? any WrappingKey<Value> { return key.connectToBase() }
    if let key = self as? InMemoryKey<Value> { return key.connectInMemory() }
    if let key = self as? any TransactionalSharedKey<Value>, key.isTransactional { return key.connectTransactions() }
    if let key = self as? any AsyncTransactionalSharedKey<Value> { return key.connectRemotely() }
    if let key = self as? any SharedKey<Value> { return key.connectWriter() }
    return KeyConnection(self)
  }
}

extension SharedKey {
  fileprivate func connectWriter() -> KeyConnection<Value> {
    KeyConnection(self, save: saveWithBasis)
  }

  /// The function that saves a value. Only a ``RevisionedKey`` uses the value's basis.
  fileprivate var saveWithBasis: @Sendable (Value, SaveBasis, SaveContext, SaveContinuation) -> Void {
    if let key = self as? any RevisionedKey<Value> {
      return { key.save($0, basedOn: $1, context: $2, continuation: $3) }
    }
    return { value, _, context, continuation in save(value, context: context, continuation: continuation) }
  }
}

extension TransactionalSharedKey {
  fileprivate func connectTransactions() -> KeyConnection<Value> {
    KeyConnection(self, save: saveWithBasis) { request in
      let (stored, ticket) = try begin(request)
      return OpenTransaction(stored: stored, commit: { try commit($0, ticket) }, rollback: { rollback(ticket) })
    }
  }
}

extension AsyncTransactionalSharedKey {
  fileprivate func connectRemotely() -> KeyConnection<Value> {
    KeyConnection(self, save: saveWithBasis, remote: RemoteConnection(self))
  }
}

extension InMemoryKey {
  fileprivate func connectInMemory() -> KeyConnection<Value> {
    KeyConnection(self, save: saveWithBasis, inMemoryBinding: namedValue?.makeBinding())
  }
}

/// A key that wraps another one and shares its identity.
private protocol WrappingKey<Value>: SharedReaderKey {
  func connectToBase() -> KeyConnection<Value>
}

extension _SharedKeyDefault: WrappingKey {
  fileprivate func connectToBase() -> KeyConnection<Base.Value> { base.connect() }
}

extension LoadAnswer {
  /// Returns the value, or throws if nothing is stored.
  func required(by connection: KeyConnection<Value>) throws -> Value {
    guard let value else { throw SharedStorageError.missing(key: connection.description) }
    return value
  }
}
