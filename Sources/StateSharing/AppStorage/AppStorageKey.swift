public import DependencyInjection
import Foundation
import IssueReporting
import Locks

/// A setting: `.appStorage("name")`.
public final class AppStorageKey<Value: Sendable>: SharedKey {
  private let name: String
  private let store: AppStorageStore
  private let coder: AppStorageCoder<Value>
  /// The observer that this key is, which is not told of its own changes.
  private let observer = Locked<UInt64?>(nil)

  init(_ name: String, store: AppStorageStore?, coder: AppStorageCoder<Value>) {
    self.name = name
    self.store = store ?? DependencyValues._current.defaultAppStorage
    self.coder = coder
    StoresInUse.note(self.store)
  }

  /// The name and the store.
  public var id: AppStorageKeyID { AppStorageKeyID(name: name, store: ObjectIdentifier(store)) }

  /// Reads the setting. A default takes its place in the store if there is none.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: read(initialValue: context.initialValue))
  }

  private func read(initialValue: Value?) -> Result<Value?, any Error> {
    Result {
      if let stored = store.value(name) { return try coder.read(stored, name) }
      if let initialValue, let value = try coder.write(initialValue) {
        store.set(value, name, as: .setDefault, silent: observer.withLock { $0 })
      }
      return nil
    }
  }

  /// Follows the setting.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let initialValue = context.initialValue
    let (subscription, number) = store.observeWithNumber(name) { [weak self] in
      guard let self else { return }
      subscriber.yield(with: read(initialValue: initialValue))
    }
    observer.withLock { $0 = number }
    return subscription
  }

  /// Writes the setting: to the store at once, to its file a little later, or, if somebody asked to save, before the answer.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    let stored: AppStorageValue?
    do { stored = try coder.write(value) } catch { return continuation.resume(throwing: error) }
    store.set(stored, name, silent: observer.withLock { $0 }, continuation: continuation)
    // Also answers the continuation; errors are in the answer.
    if context == .userInitiated { try? store.flush() }
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as one writes it: `.appStorage("name")`.
  public var description: String { ".appStorage(\(String(reflecting: name)))" }
}

/// Tells one setting from another: by name and store.
public struct AppStorageKeyID: Hashable, Sendable {
  let name: String
  let store: ObjectIdentifier
}

/// Which stores are in use for which suites.
private enum StoresInUse {
  private struct Entry: @unchecked Sendable {
    // @unchecked because a weak reference may be read on any thread, and nobody writes this one.
    private(set) weak var store: AppStorageStore?
  }

  private static let entries = Locked<[String: Entry]>([:])

  static func note(_ store: AppStorageStore) {
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
        Two stores are in use for the settings of the suite '\(suite)'. They see each other's changes only by way of the file.

        Keep one store in a static property and use that.
        """
      )
    }
    #endif
  }
}

extension DependencyValues {
  /// What `.appStorage` keys read and write: in the program ``AppStorageStore/standard``; in tests a store in memory, for each
  /// its own.
  public var defaultAppStorage: AppStorageStore {
    get { self[AppStorageDependency.self] }
    set { self[AppStorageDependency.self] = newValue }
  }

  /// Whether a name that the system can't observe is reported. On Linux every name can be observed, and nothing is.
  public var appStorageKeyFormatWarningEnabled: Bool {
    get { self[AppStorageWarningDependency.self] }
    set { self[AppStorageWarningDependency.self] = newValue }
  }
}

private enum AppStorageDependency: DependencyKey {
  static var liveValue: AppStorageStore { .standard }
  static var previewValue: AppStorageStore { .inMemory }
  static var testValue: AppStorageStore { .inMemory }
}

private enum AppStorageWarningDependency: DependencyKey {
  static var liveValue: Bool { true }
  static var testValue: Bool { true }
}
