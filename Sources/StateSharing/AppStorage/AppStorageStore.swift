@_spi(Internals) import CounterpointSupport
import DependencyInjection
@_spi(Internals) public import DurableFiles
public import Foundation
import IssueReporting

/// A store of settings: named values of simple types, saved in a file.
///
/// A change is visible immediately to all readers and observers of the setting in this process; observers run on the
/// changing thread. The change is written durably within a tenth of a second, at the normal end of the program, or by
/// ``synchronize()``. The write also merges the changes that other processes have made to other settings, and these
/// become visible here. If two processes change the same setting, the later write wins.
///
/// Safe to use from any thread. Foundation's `UserDefaults` can't replace it on Linux: there it neither reports
/// changes nor distinguishes types, and writes only on request.
public final class AppStorageStore: Sendable {
  struct Contents: Sendable {
    var values: [ExactString: AppStorageValue] = [:]
    /// The defaults of settings that were read. Those that the program has not set have them. They are never written,
    /// so that a later version of the program can declare others.
    var defaults: [ExactString: AppStorageValue] = [:]
    /// The entries of the file that are not settings.
    var damaged: [ExactString: DamagedSetting] = [:]
    /// The reason why the file could not be read, if so.
    var problem: SharedStorageError?
    /// The settings to write.
    var changed: Set<ExactString> = []
    /// The settings of `changed` whose last write has failed.
    var failed: Set<ExactString> = []
    var waiting: [SaveContinuation] = []
    var isScheduled = false
    var observers: [UInt64: Observer] = [:]
    /// The observers in the order of their numbers, which is that of their registration.
    var sortedObservers: [Observer] { observers.sorted { $0.key < $1.key }.map(\.value) }
    var lastObserver: UInt64 = 0

    /// Returns the observers of a setting, and those of all settings.
    func observers(of key: ExactString, excluding: UInt64?) -> [Observer] {
      observers.filter { ($0.value.key ?? key) == key && $0.key != excluding }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  struct Observer: Sendable {
    /// The setting, or nil for all.
    let key: ExactString?
    let onChange: @Sendable () -> Void
    /// Called when a change whose write had failed has been written.
    var onRecovery: (@Sendable () -> Void)?
    /// Reports an issue of the file at the declaration of a value.
    var onIssue: (@Sendable (any Error) -> Void)?
  }

  private let ownContents = Locked(Contents())
  /// Whether the store was created by name in a test or a preview. It then has settings of its own in each of them.
  private let isQuarantined: Bool
  var contents: Locked<Contents> {
    isQuarantined ? DependencyValues._current[QuarantinedSettings.self].contents(of: self) : ownContents
  }
  let file: SettingsFile?
  let suiteName: String?
  private let pendingWrites: PendingWrites
  /// Held while the file is read or written and its contents are adopted. Otherwise a thread could read the file, and
  /// adopt the outdated contents after another thread's write.
  private let fileAccess = Locked(false)
  private let watch = Locked<FileSubscription?>(nil)

  /// The program's own settings, in a file with the program's name in `~/.config` or in `XDG_CONFIG_HOME`.
  public static let standard = AppStorageStore(
    file: SettingsFile(suiteName: ProcessInfo.processInfo.processName, layer: FileLayer()),
    suiteName: ProcessInfo.processInfo.processName,
    pendingWrites: .shared
  )

  /// A new, empty store in memory. Each use of this property creates one.
  public static var inMemory: AppStorageStore { AppStorageStore(file: nil, suiteName: nil) }

  /// Returns a store in memory with the same settings, whose changes don't affect this one; `nil` if this store has a
  /// file.
  package func copyInMemory() -> AppStorageStore? {
    guard file == nil else { return nil }
    let copy = Self.inMemory
    let values = contents.withLock { $0.values }
    copy.contents.withLock { $0.values = values }
    return copy
  }

  /// A new, empty store in memory, for tests.
  public static var testValue: AppStorageStore { inMemory }

  /// Creates a store for a file in `~/.config` or in `XDG_CONFIG_HOME`.
  ///
  /// Use one object per name, in a static property: two objects see each other's changes only through the file.
  ///
  /// A store that is created in a test or a preview has no file, and each test has settings of its own in it.
  ///
  /// - Parameter suiteName: The name of the file; nil for the program's own.
  /// - Returns: Nil if the name is not a valid file name.
  public convenience init?(suiteName: String?) {
    let name = suiteName ?? ProcessInfo.processInfo.processName
    guard !name.isEmpty, !name.contains(where: { "/\0".contains($0) }), name != ".", name != ".." else { return nil }
    let isQuarantined = DependencyValues._current.context != .live
    let file = isQuarantined ? nil : SettingsFile(suiteName: name, layer: FileLayer())
    self.init(file: file, suiteName: name, isQuarantined: isQuarantined)
  }

  /// The state of the settings file, to diagnose problems; `nil` for a store in memory. Reads the disk.
  public var status: DurableFileStatus? { file.map { DurableFile($0.url).status() } }

  /// Creates a store for a file, with system calls that a test can fail.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - layer: The system calls.
  ///   - grace: The time for which a file that has vanished may still be replaced, and its clock.
  package convenience init(
    url: URL,
    layer: FileLayer,
    grace: (duration: Duration, clock: any Clock<Duration>)? = nil
  ) {
    let grace = grace.map { Grace(duration: $0.duration, clock: $0.clock) } ?? .none
    self.init(file: SettingsFile(url: url, layer: layer, grace: grace), suiteName: nil)
  }

  private init(
    file: SettingsFile?,
    suiteName: String?,
    isQuarantined: Bool = false,
    pendingWrites: PendingWrites = DependencyValues._current.pendingWrites
  ) {
    self.file = file
    self.pendingWrites = pendingWrites
    self.suiteName = suiteName
    self.isQuarantined = isQuarantined
    guard let file else { return }
    file.removeStale()
    let read = Result { try file.read() }
    contents.withLock { contents in
      switch read {
      case .success(let stored?): (contents.values, contents.damaged) = (stored.values, stored.damaged)
      case .success(nil): break
      case .failure(let error): contents.problem = file.problem(for: error)
      }
    }
    let subscription = file.watch { [weak self] in self?.readForeignChanges() }
    watch.withLock { $0 = subscription }
  }

  /// Calls a function after each change of a setting, on the changing thread.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - onChange: The function.
  /// - Returns: The subscription. It ends on request, or when its last copy is released.
  public func observe(_ key: String, onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    observeWithNumber(key, onChange: onChange).subscription
  }

  func observeWithNumber(
    _ key: String?,
    onChange: @escaping @Sendable () -> Void,
    onRecovery: (@Sendable () -> Void)? = nil,
    onIssue: (@Sendable (any Error) -> Void)? = nil
  ) -> (subscription: SharedSubscription, number: UInt64) {
    // A subscription may end outside of the test.
    let contents = contents
    let number = contents.withLock { contents in
      contents.lastObserver += 1
      contents.observers[contents.lastObserver] = Observer(
        key: key.map { ExactString($0) },
        onChange: onChange,
        onRecovery: onRecovery,
        onIssue: onIssue
      )
      return contents.lastObserver
    }
    let subscription = SharedSubscription {
      // Released without the lock, because it may run arbitrary code.
      _ = contents.withLock { $0.observers.removeValue(forKey: number) }
    }
    return (subscription, number)
  }

  func value(_ key: String) -> AppStorageValue? {
    let key = ExactString(key)
    return contents.withLock { $0.values[key] ?? $0.defaults[key] }
  }

  /// Returns a setting, or nil if there is none.
  ///
  /// - Throws: The error of the file, if it is unknown whether the setting exists.
  func readableValue(_ name: String) throws -> AppStorageValue? {
    let key = ExactString(name)
    return try contents.withLock { contents in
      if let value = contents.values[key] { return value }
      if let problem = contents.problem, !contents.changed.contains(key) { throw problem }
      if let damaged = contents.damaged[key] {
        throw SharedStorageError.damagedSetting(
          key: name,
          path: file?.url.path ?? "",
          underlying: DamagedSetting.Problem(description: damaged.reason)
        )
      }
      return contents.defaults[key]
    }
  }

  /// Gives a setting a default, unless it has one, and notifies its observers if that is its value now.
  ///
  /// - Parameter excluding: The observer that reads the setting. It is not notified.
  func setDefault(_ value: AppStorageValue, _ name: String, excluding: UInt64?) {
    let key = ExactString(name)
    let observers = contents.withLock { contents -> [Observer] in
      if contents.defaults[key] != nil { return [] }
      contents.defaults[key] = value
      // Another thread may have set the value since it was found missing.
      return contents.values[key] == nil ? contents.observers(of: key, excluding: excluding) : []
    }
    for observer in observers { observer.onChange() }
  }

  /// Sets or removes a setting and notifies its observers.
  func set(_ value: AppStorageValue?, _ key: String) { update(value, key)() }

  /// Sets or removes a setting.
  ///
  /// - Parameters:
  ///   - excluding: The observer that makes the change. It is not notified.
  ///   - continuation: Called when the change is written.
  /// - Returns: A function that notifies the observers and schedules the write. Call it without a lock.
  func update(
    _ value: AppStorageValue?,
    _ name: String,
    excluding: UInt64? = nil,
    continuation: SaveContinuation? = nil
  ) -> () -> Void {
    let key = ExactString(name)
    let isStored = file != nil
    let (observers, schedules) = contents.withLock { contents -> ([Observer], Bool) in
      contents.values[key] = value
      contents.damaged[key] = nil
      let observers = contents.observers(of: key, excluding: excluding)
      guard isStored else { return (observers, false) }
      contents.changed.insert(key)
      if let continuation { contents.waiting.append(continuation) }
      defer { contents.isScheduled = true }
      return (observers, !contents.isScheduled)
    }
    return { [self] in
      for observer in observers { observer.onChange() }
      if file == nil { continuation?.resume() } else if schedules { scheduleWrite() }
    }
  }

  /// Resumes a continuation when all settings that were changed so far are written.
  func whenWritten(_ continuation: SaveContinuation) {
    let waits = contents.withLock { contents in
      if contents.changed.isEmpty { return false }
      contents.waiting.append(continuation)
      return true
    }
    if !waits { continuation.resume() }
  }

  private func scheduleWrite() {
    pendingWrites.add(self)
    Task.detached { [self] in
      try? await ContinuousClock().sleep(for: .milliseconds(100))
      startFlush()
    }
  }

  /// Writes the changed settings, on a thread that no task needs. Errors are in the answers of the continuations.
  func startFlush() {
    file?.layer.perform { try? self.flush() }
  }
}

extension AppStorageStore: PendingWriter {
  /// Writes the changed settings. They are durable when it returns.
  ///
  /// - Throws: ``SharedStorageError``. The next change retries the write, and so do
  ///   ``SharedStorage/flushAll(timeout:)`` and the normal end of the program.
  public func synchronize() throws {
    try flush()
  }

  /// The changes to write, the continuations that wait for them, and all settings.
  private typealias PendingChanges = ([SettingsFile.Change], [SaveContinuation], [ExactString: AppStorageValue])

  func flush() throws {
    guard let file else { return }
    let (waiting, result) = pendingWrites.during { take(andWriteTo: file) }
    switch result {
    case .success(let notifications):
      for notify in notifications { notify() }
      for continuation in waiting { continuation.resume() }
    case .failure(let error):
      for continuation in waiting { continuation.resume(throwing: error) }
      throw error
    }
  }

  /// The continuations that wait for a write, and its result: the functions to call without a lock.
  private typealias WriteOutcome = ([SaveContinuation], Result<[@Sendable () -> Void], any Error>)

  /// Takes the waiting changes, and writes them.
  private func take(andWriteTo file: SettingsFile) -> WriteOutcome {
    fileAccess.withLock { _ -> WriteOutcome in
      pendingWrites.remove(self)
      let (changes, waiting, known) = contents.withLock { contents -> PendingChanges in
        defer {
          contents.changed = []
          contents.waiting = []
          contents.isScheduled = false
        }
        return (
          contents.changed.map { SettingsFile.Change(key: $0, value: contents.values[$0]) }, contents.waiting,
          contents.values
        )
      }
      // A damaged file is not modified until there is something to write.
      if changes.isEmpty {
        let stored = (try? file.read()).flatMap { $0 }
        return (waiting, .success(stored.map(adopt)?.map(\.onChange) ?? []))
      }
      do {
        var issues: [SharedStorageError] = []
        let stored = try file.write(changes, known: known) { issues.append($0) }
        let observers = adopt(stored)
        return (waiting, .success(reports(of: issues, changes) + observers.map(\.onChange) + recover(changes)))
      } catch {
        keep(changes)
        pendingWrites.note(error)
        return (waiting, .failure(error))
      }
    }
  }

  /// Returns functions that report issues of the file, at the declaration of one of the changed settings.
  private func reports(of issues: [SharedStorageError], _ changes: [SettingsFile.Change]) -> [@Sendable () -> Void] {
    if issues.isEmpty { return [] }
    let keys = Set(changes.map(\.key))
    let report = contents.withLock { contents in
      contents.sortedObservers.first { $0.onIssue != nil && ($0.key.map(keys.contains) ?? false) }?.onIssue
    }
    // A setting that was changed through the store has no declaration.
    return issues.map { issue in { report.map { $0(issue) } ?? (isTesting ? () : reportIssue(issue)) } }
  }

  /// Keeps changes that could not be written for the next write: with the next change, by a flush, or at the end of the
  /// program.
  private func keep(_ changes: [SettingsFile.Change]) {
    pendingWrites.add(self)
    contents.withLock { contents in
      for change in changes {
        contents.changed.insert(change.key)
        contents.failed.insert(change.key)
      }
    }
  }

  /// Records that changes are written.
  ///
  /// - Returns: The notifications of those whose earlier write had failed.
  private func recover(_ changes: [SettingsFile.Change]) -> [@Sendable () -> Void] {
    contents.withLock { contents in
      let recovered = changes.map(\.key).filter { contents.failed.remove($0) != nil }
      if recovered.isEmpty { return [] }
      return contents.sortedObservers.filter { $0.key.map(recovered.contains) ?? true }.compactMap(\.onRecovery)
    }
  }

  /// Adopts the changes of other processes.
  ///
  /// - Parameter isFinalAttempt: Whether a missing file is deleted. Otherwise another program may be replacing it.
  private func readForeignChanges(isFinalAttempt: Bool = false) {
    guard let file else { return }
    let observers = fileAccess.withLock { _ -> [Observer] in
      do {
        return try file.readIfForeign(isFinalAttempt: isFinalAttempt).map(adopt) ?? []
      } catch is SettingsFile.Vanished {
        Task.detached { [weak self] in
          try? await file.grace.clock.sleep(for: file.grace.duration)
          file.layer.perform { [weak self] in self?.readForeignChanges(isFinalAttempt: true) }
        }
        return []
      } catch {
        // The known settings stay. Another program may not have finished writing the file.
        contents.withLock { $0.problem = file.problem(for: error) }
        return []
      }
    }
    for observer in observers { observer.onChange() }
  }

  /// Adopts the contents of the file, except for settings changed here since. Must be called under the file's lock.
  ///
  /// - Returns: The observers to notify without a lock.
  private func adopt(_ stored: StoredSettings) -> [Observer] {
    contents.withLock { contents -> [Observer] in
      let hadProblem = contents.problem != nil
      contents.problem = nil
      var changed: Set<ExactString> = []
      let keys = Set(stored.values.keys).union(stored.damaged.keys).union(contents.values.keys)
      for key in keys.union(contents.damaged.keys) where !contents.changed.contains(key) {
        let value = stored.values[key], damage = stored.damaged[key]
        let isSame = contents.values[key].map { value?.isSame(as: $0) ?? false } ?? (value == nil)
        if isSame, contents.damaged[key] == damage { continue }
        contents.values[key] = value
        contents.damaged[key] = damage
        changed.insert(key)
      }
      return contents.sortedObservers.filter { observer in
        guard let key = observer.key else { return !changed.isEmpty }
        // Settings without a value had the file's error.
        return changed.contains(key) || hadProblem && contents.values[key] == nil && !contents.changed.contains(key)
      }
    }
  }
}

extension AppStorageStore {
  /// Sets or removes a setting.
  ///
  /// - Parameters:
  ///   - value: A `Bool`, `Int`, `Double`, `String`, `[String]`, `URL`, `Data`, `Date`, or nil. Any other type is
  ///     reported as an issue.
  ///   - key: The setting.
  public func set(_ value: Any?, forKey key: String) {
    guard let value else { return set(nil as AppStorageValue?, key) }
    guard let stored = AppStorageValue(value) else {
      reportIssue("The setting '\(key)' can't hold a \(type(of: value)). Store it as data, or as a string.")
      return
    }
    set(stored, key)
  }

  /// Sets a setting, or removes it. The same as ``set(_:forKey:)``.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  /// Removes a setting.
  public func removeObject(forKey key: String) { set(nil as AppStorageValue?, key) }

  /// Returns a setting of any type, or nil.
  public func object(forKey key: String) -> Any? { value(key)?.content }

  /// Returns a setting of any type, or nil. The same as ``object(forKey:)``.
  public func value(forKey key: String) -> Any? { value(key)?.content }

  /// Returns a Boolean setting; false if it does not exist or has another type.
  public func bool(forKey key: String) -> Bool {
    if case .bool(let value)? = value(key) { value } else { false }
  }

  /// Returns an integer setting; zero if it does not exist or has another type.
  public func integer(forKey key: String) -> Int {
    if case .int(let value)? = value(key) { value } else { 0 }
  }

  /// Returns a numeric setting; zero if it does not exist or has another type.
  public func double(forKey key: String) -> Double {
    switch value(key) {
    case .double(let value): value
    case .int(let value): Double(value)
    default: 0
    }
  }

  /// Returns a string setting, or nil.
  public func string(forKey key: String) -> String? { object(forKey: key) as? String }

  /// Returns a setting that is an array of strings, or nil.
  public func stringArray(forKey key: String) -> [String]? { object(forKey: key) as? [String] }

  /// Returns a URL setting, or nil.
  public func url(forKey key: String) -> URL? { object(forKey: key) as? URL }

  /// Returns a data setting, or nil.
  public func data(forKey key: String) -> Data? { object(forKey: key) as? Data }
}

/// The settings of stores that are created by name in tests and previews.
private final class QuarantinedSettings: DependencyKey, Sendable {
  private struct Entry: Sendable {
    /// Retained, so that no other store can get its identity.
    let store: AppStorageStore
    let contents: Locked<AppStorageStore.Contents>
  }

  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  static var liveValue: QuarantinedSettings { QuarantinedSettings() }
  static var testValue: QuarantinedSettings { QuarantinedSettings() }

  func contents(of store: AppStorageStore) -> Locked<AppStorageStore.Contents> {
    entries.withLock { entries in
      let entry = entries[ObjectIdentifier(store)] ?? Entry(store: store, contents: Locked(AppStorageStore.Contents()))
      entries[ObjectIdentifier(store)] = entry
      return entry.contents
    }
  }
}
