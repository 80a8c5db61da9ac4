public import DependencyInjection
import Foundation
import IssueReporting
@_spi(Internals) import CounterpointSupport

/// The key of a setting: `.appStorage("name")`.
public final class AppStorageKey<Value: Sendable>: RevisionedKey {
  private let name: String
  private let store: AppStorageStore
  private let coder: AppStorageCoder<Value>
  private let connection = Locked(Connection())

  private struct Connection: Sendable {
    /// The key's registration as an observer of the store, which is not notified of the key's own changes.
    var observer: UInt64?
    var subscriber: SharedSubscriber<Value>?
    /// The number of the last state that was delivered.
    var revision: UInt64 = 0
    /// Whether a missing setting is nil, because nil is the default.
    var isNilByDefault = false
    /// Whether the last change could not be encoded. The store then has an earlier value.
    var isUnencodable = false
  }

  init(_ name: String, store: AppStorageStore?, coder: AppStorageCoder<Value>) {
    self.name = name
    self.store = store ?? DependencyValues._current.defaultAppStorage
    self.coder = coder
    StoresInUse.register(self.store)
  }

  /// The name and the store.
  public var id: AppStorageKeyID { AppStorageKeyID(name: ExactString(name), store: ObjectIdentifier(store)) }

  /// Reads the setting. If there is none, the store has the default until the setting is set. It is not written.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    do {
      continuation.resume(with: try read(initialValue: context.initialValue, isNew: false))
    } catch {
      continuation.resume(throwing: error)
    }
  }

  /// Reads the setting, and numbers the state that is delivered.
  ///
  /// - Parameters:
  ///   - initialValue: The default, which the store gets if there is no setting.
  ///   - isNew: Whether the setting has been changed by other code than this key.
  private func read(initialValue: Value?, isNew: Bool) throws -> LoadAnswer<Value> {
    let (stored, observer, revision) = try connection.withLock { connection in
      if isNew { connection.revision += 1 }
      return (try store.readableValue(name), connection.observer, connection.revision)
    }
    // Without a lock, because decoding runs the caller's code.
    if stored == .null, !coder.isOptional { return LoadAnswer(value: nil, revision: revision) }
    if let stored { return LoadAnswer(value: try coder.read(stored, name), revision: revision) }
    if let initialValue, let value = try coder.write(initialValue) {
      store.setDefault(value, name, excluding: observer)
    }
    return LoadAnswer(value: nil, revision: revision)
  }

  /// Subscribes to changes of the setting.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let initialValue = context.initialValue
    let (subscription, number) = store.observeWithNumber(name) { [weak self] in
      guard let self else { return }
      do {
        subscriber.yield(try read(initialValue: initialValue, isNew: true))
      } catch {
        subscriber.yield(throwing: error)
      }
    } onRecovery: { [weak self] in
      if let self, !connection.withLock(\.isUnencodable) { subscriber.yieldStored() }
    } onIssue: {
      subscriber.report($0)
    }
    let isNilByDefault = coder.isOptional && initialValue.map(isNil) ?? false
    connection.withLock { connection in
      connection.observer = number
      connection.subscriber = subscriber
      connection.isNilByDefault = isNilByDefault
    }
    return subscription
  }

  /// The store keeps a setting until its file is written, and merges it with those of others.
  func conflict(losing value: Value) -> SharedStorageError? { nil }

  /// Returns whether a value is an optional that is nil.
  private func isNil(_ value: Value) -> Bool {
    do { return try coder.write(value) == nil } catch { return false }
  }

  /// Writes the setting to the store at once. The file is written later, or before the continuation is resumed if the
  /// program requested the save.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let revision = connection.withLock(\.revision)
    save(value, basedOn: SaveBasis(revision: revision), context: context, continuation: continuation)
  }

  func save(_ value: Value, basedOn basis: SaveBasis, context: SaveContext, continuation: SaveContinuation) {
    let encoded: AppStorageValue?
    do {
      encoded = try coder.write(value)
    } catch {
      // The store and the file keep the last value that could be encoded.
      connection.withLock { $0.isUnencodable = true }
      return continuation.resume(throwing: error)
    }
    let (finish, subscriber, revision) = connection.withLock { connection in
      connection.isUnencodable = false
      // Without an entry, the next start of the program would use the default.
      let stored = encoded ?? (connection.isNilByDefault ? nil : .null)
      let finish = store.update(stored, name, excluding: connection.observer, continuation: continuation)
      let isOutdated = basis.revision < connection.revision
      if isOutdated { connection.revision += 1 }
      return (finish, isOutdated ? connection.subscriber : nil, connection.revision)
    }
    finish()
    // The reference is about to apply an older value, so the stored one is delivered as well.
    subscriber?.yield(LoadAnswer(value: value, revision: revision))
    // Also answers the continuation.
    if context == .userInitiated { store.startFlush() }
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as it is written in code: `.appStorage("name")`.
  public var description: String { ".appStorage(\(String(reflecting: name)))" }
}

/// The identity of a setting: its name and its store.
public struct AppStorageKeyID: Hashable, Sendable {
  let name: ExactString
  let store: ObjectIdentifier
}

/// The stores in use, by suite.
private enum StoresInUse {
  private struct Entry: @unchecked Sendable {
    // @unchecked because a weak reference may be read on any thread, and this one is never written.
    private(set) weak var store: AppStorageStore?
  }

  private static let entries = Locked<[String: Entry]>([:])

  static func register(_ store: AppStorageStore) {
    #if DEBUG
    guard let suite = store.suiteName else { return }
    let other = entries.withLock { entries -> AppStorageStore? in
      if let other = entries[suite]?.store { return other }
      entries[suite] = Entry(store: store)
      return nil
    }
    if let other, other !== store {
      reportIssue(
        """
        Two stores are in use for the settings of the suite '\(suite)'. They see each other's changes only through the file.

        Keep one store in a static property, and use it everywhere.
        """
      )
    }
    #endif
  }
}

extension DependencyValues {
  /// The store of `.appStorage` keys: ``AppStorageStore/standard`` in the program, a store in memory for each test.
  public var defaultAppStorage: AppStorageStore {
    get { self[AppStorageDependency.self] }
    set { self[AppStorageDependency.self] = newValue }
  }
}

private enum AppStorageDependency: DependencyKey {
  static var liveValue: AppStorageStore { .standard }
  static var previewValue: AppStorageStore { .inMemory }
  static var testValue: AppStorageStore { .inMemory }
}
