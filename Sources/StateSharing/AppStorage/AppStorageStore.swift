package import Foundation
import Locks

/// Settings: named values of simple types, kept in a file.
///
/// A change is visible at once to each reader and observer of the setting, on the thread that makes it. It is written
/// within a tenth of a second, at the normal end of the program, or when ``synchronize()`` is called: durably, and
/// together with what other processes have written to other settings meanwhile, whose changes are seen here as well. If
/// two processes change one setting, the later write wins.
///
/// Safe to use from any thread. Foundation's `UserDefaults` can't do this on Linux: there it neither tells of changes nor
/// keeps types apart, and writes nothing unless asked to.
public final class AppStorageStore: Sendable {
  struct Contents: Sendable {
    var values: [String: AppStorageValue] = [:]
    /// The entries of the file that are no settings.
    var damaged: [String: DamagedSetting] = [:]
    /// Why the file could not be read, if it could not.
    var problem: SharedStorageError?
    /// What has to be written.
    var changed: [String: Change] = [:]
    var waiting: [SaveContinuation] = []
    var isScheduled = false
    var observers: [UInt64: Observer] = [:]
    var lastObserver: UInt64 = 0
  }

  /// Why a setting has to be written.
  enum Change: Sendable {
    /// Somebody set it.
    case set
    /// There was none, and a default took its place: what another process has set wins.
    case setDefault
  }

  struct Observer: Sendable {
    /// The setting, or nil for all.
    let key: String?
    let onChange: @Sendable () -> Void
  }

  let contents = Locked(Contents())
  let file: SettingsFile?
  let suiteName: String?
  /// Held while the file is read or written and what it holds is adopted. Otherwise a thread could read the file, and
  /// adopt what it has read after a later change was written.
  private let fileAccess = Locked(false)
  private let watch = Locked<SharedSubscription?>(nil)

  /// The program's own settings, in `~/.config`, in a file with the program's name.
  public static let standard = AppStorageStore(
    file: SettingsFile(suiteName: ProcessInfo.processInfo.processName, layer: FileLayer()),
    suiteName: ProcessInfo.processInfo.processName
  )

  /// Settings that are kept nowhere, empty at first. Each use of this property makes new ones.
  public static var inMemory: AppStorageStore { AppStorageStore(file: nil, suiteName: nil) }

  /// Settings that are kept nowhere, empty at first: what tests get.
  public static var testValue: AppStorageStore { inMemory }

  /// Makes settings that are kept in a file of some name, in `~/.config` or where `XDG_CONFIG_HOME` says.
  ///
  /// Use one object for one name, in a static property: two would see each other's changes only by way of the file.
  ///
  /// - Parameter suiteName: The name; nil for the program's own.
  /// - Returns: Nil if the name can't be that of a file.
  public convenience init?(suiteName: String?) {
    let name = suiteName ?? ProcessInfo.processInfo.processName
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else { return nil }
    self.init(file: SettingsFile(suiteName: name, layer: FileLayer()), suiteName: name)
  }

  /// Makes settings that are kept in a file, with system calls that a test may fail.
  package convenience init(url: URL, layer: FileLayer) {
    self.init(file: SettingsFile(url: url, layer: layer), suiteName: nil)
  }

  private init(file: SettingsFile?, suiteName: String?) {
    self.file = file
    self.suiteName = suiteName
    guard let file else { return }
    file.removeStale()
    let read = Result { try file.read() }
    contents.withLock { contents in
      switch read {
      case .success(let stored): (contents.values, contents.damaged) = (stored.values, stored.damaged)
      case .failure(let error): contents.problem = file.problem(for: error)
      }
    }
    let subscription = FileWatcher.shared.watch(file.url.path) { [weak self] in self?.readForeignChanges() }
    watch.withLock { $0 = subscription }
  }

  /// Calls a function at each change of a setting, after it, on the thread that makes it.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - onChange: The function.
  /// - Returns: What ends the calls, when asked to or when its last copy is gone.
  public func observe(_ key: String, onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    observeWithNumber(key, onChange: onChange).subscription
  }

  func observeWithNumber(
    _ key: String?,
    onChange: @escaping @Sendable () -> Void
  ) -> (subscription: SharedSubscription, number: UInt64) {
    let number = contents.withLock { contents in
      contents.lastObserver += 1
      contents.observers[contents.lastObserver] = Observer(key: key, onChange: onChange)
      return contents.lastObserver
    }
    let subscription = SharedSubscription { [weak self] in
      _ = self?.contents.withLock { $0.observers.removeValue(forKey: number) }
    }
    return (subscription, number)
  }

  func value(_ key: String) -> AppStorageValue? {
    contents.withLock { $0.values[key] }
  }

  /// A setting, or nil if there is none.
  ///
  /// - Throws: Why it is not known whether there is one.
  func readableValue(_ key: String) throws -> AppStorageValue? {
    try contents.withLock { contents in
      if let value = contents.values[key] { return value }
      if let problem = contents.problem, contents.changed[key] == nil { throw problem }
      if let damaged = contents.damaged[key] {
        throw SharedStorageError.damagedSetting(
          key: key,
          path: file?.url.path ?? "",
          underlying: DamagedSetting.Problem(description: damaged.reason)
        )
      }
      return nil
    }
  }

  /// Sets or removes a setting and tells its observers.
  ///
  /// - Parameters:
  ///   - change: Whether the value is a default.
  ///   - silent: The observer that makes the change, and is not told.
  ///   - continuation: Is called when the change is written.
  func set(
    _ value: AppStorageValue?,
    _ key: String,
    as change: Change = .set,
    silent: UInt64? = nil,
    continuation: SaveContinuation? = nil
  ) {
    update(value, key, as: change, silent: silent, continuation: continuation)()
  }

  /// Sets or removes a setting.
  ///
  /// - Returns: Notifies the observers and schedules the write; to be called without a lock.
  func update(
    _ value: AppStorageValue?,
    _ key: String,
    as change: Change = .set,
    silent: UInt64? = nil,
    continuation: SaveContinuation? = nil
  ) -> () -> Void {
    let isStored = file != nil
    let (observers, schedules) = contents.withLock { contents -> ([Observer], Bool) in
      // A default does not replace what was set since it was found missing.
      if change == .setDefault, contents.values[key] != nil { return ([], false) }
      contents.values[key] = value
      contents.damaged[key] = nil
      let observers = contents.observers.filter { ($0.value.key ?? key) == key && $0.key != silent }.map(\.value)
      guard isStored else { return (observers, false) }
      contents.changed[key] = change
      if let continuation { contents.waiting.append(continuation) }
      defer { contents.isScheduled = true }
      return (observers, !contents.isScheduled)
    }
    return { [self] in
      for observer in observers { observer.onChange() }
      guard isStored else { continuation?.resume(); return }
      if schedules { scheduleWrite() }
    }
  }

  private func scheduleWrite() {
    PendingWrites.shared.add(self)
    Task.detached { [self] in
      try? await ContinuousClock().sleep(for: .milliseconds(100))
      try? flush()
    }
  }
}

extension AppStorageStore: PendingWriter {
  /// Writes what was changed. Durable when it returns.
  ///
  /// - Throws: ``SharedStorageError``; what was changed is then tried again with the next change.
  public func synchronize() throws {
    try flush()
  }

  /// What is to be written, the continuations that wait for it, and all settings.
  private typealias Taken = ([SettingsFile.Change], [SaveContinuation], [String: AppStorageValue])

  func flush() throws {
    guard let file else { return }
    let (waiting, result) = PendingWrites.shared.during { take(andWriteTo: file) }
    switch result {
    case .success(let observers):
      for observer in observers { observer.onChange() }
      for continuation in waiting { continuation.resume() }
    case .failure(let error):
      for continuation in waiting { continuation.resume(throwing: error) }
      throw error
    }
  }

  /// Takes the changes that wait, and writes them.
  private func take(andWriteTo file: SettingsFile) -> ([SaveContinuation], Result<[Observer], any Error>) {
    PendingWrites.shared.remove(self)
    return fileAccess.withLock { _ -> ([SaveContinuation], Result<[Observer], any Error>) in
      let (changes, waiting, known) = contents.withLock { contents -> Taken in
        defer {
          contents.changed = [:]
          contents.waiting = []
          contents.isScheduled = false
        }
        return (
          contents.changed.map {
            SettingsFile.Change(key: $0, value: contents.values[$0], isDefault: $1 == .setDefault)
          }, contents.waiting, contents.values
        )
      }
      // A damaged file is not touched before something has to be written.
      if changes.isEmpty { return (waiting, .success((try? file.read()).map(adopt) ?? [])) }
      let result = Result { adopt(try file.write(changes, known: known)) }
      if case .failure = result {
        contents.withLock { contents in
          for change in changes where contents.changed[change.key] == nil {
            contents.changed[change.key] = change.isDefault ? .setDefault : .set
          }
        }
      }
      return (waiting, result)
    }
  }

  /// Adopts what other processes have written.
  private func readForeignChanges() {
    guard let file else { return }
    let observers = fileAccess.withLock { _ -> [Observer] in
      do {
        return try file.readIfForeign().map(adopt) ?? []
      } catch {
        // What is known stays. Another program may not have written all of the file yet.
        contents.withLock { $0.problem = file.problem(for: error) }
        return []
      }
    }
    for observer in observers { observer.onChange() }
  }

  /// Makes what is in the file the settings, except for those that were changed here since. To be called with the
  /// file's lock held.
  ///
  /// - Returns: The observers to notify without a lock.
  private func adopt(_ stored: StoredSettings) -> [Observer] {
    contents.withLock { contents -> [Observer] in
      contents.problem = nil
      var changed: Set<String> = []
      let keys = Set(stored.values.keys).union(stored.damaged.keys).union(contents.values.keys)
      for key in keys.union(contents.damaged.keys) where contents.changed[key] != .set {
        let value = stored.values[key], damage = stored.damaged[key]
        if value == nil, damage == nil, contents.changed[key] != nil { continue }
        guard contents.values[key] != value || contents.damaged[key] != damage else { continue }
        contents.values[key] = value
        contents.damaged[key] = damage
        changed.insert(key)
      }
      if changed.isEmpty { return [] }
      return contents.observers.values.filter { $0.key.map(changed.contains) ?? true }
    }
  }
}
