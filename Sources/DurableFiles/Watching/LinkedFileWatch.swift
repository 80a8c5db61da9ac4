@_spi(Internals) import CounterpointSupport

/// Watches a path, all symbolic links on the way to it, and the file at their end. Follows links that are changed to
/// other targets.
final class LinkedFileWatch: Sendable {
  private let path: String
  private let layer: FileLayer
  private let watcher: FileWatcher
  private let onEvent: @Sendable () -> Void
  /// The watched paths. Empty before the start and after the end.
  private let watches = Locked<[String: FileSubscription]>([:])
  private let handling = Locked(Handling.none)

  /// Whether an event is being handled. All that come meanwhile are one more.
  private enum Handling {
    case none, one, oneAndAnother
  }

  /// Describes a watch. Nothing is watched yet.
  ///
  /// - Parameter layer: The layer of the file. The links are read without its hook: a test that counts its calls should
  ///   not count those of another thread.
  init(_ path: String, layer: FileLayer, watcher: FileWatcher, onEvent: @escaping @Sendable () -> Void) {
    self.path = path
    self.layer = layer.unobserved
    self.watcher = watcher
    self.onEvent = onEvent
  }

  /// Watches until the subscription ends.
  func start() -> FileSubscription {
    // Events that come before all links are watched are handled after.
    handling.withLock { $0 = .one }
    let first = watch(path)
    watches.withLock { $0[path] = first }
    follow()
    if !endsHandling() { layer.perform { self.handleEvents() } }
    return FileSubscription { [self] in
      let ended = watches.withLock { watches in
        defer { watches = [:] }
        return watches
      }
      for watch in ended.values { watch.cancel() }
    }
  }

  private func watch(_ path: String) -> FileSubscription {
    watcher.watch(path) { [weak self] in self?.receiveEvent() }
  }

  /// Handles an event on a thread that no other file needs: the links and the file may be on a disk that is slow, or on
  /// a server that does not answer.
  private func receiveEvent() {
    let isFirst = handling.withLock { handling in
      defer { handling = handling == .none ? .one : .oneAndAnother }
      return handling == .none
    }
    if isFirst { layer.perform { self.handleEvents() } }
  }

  private func handleEvents() {
    repeat {
      follow()
      onEvent()
    } while !endsHandling()
  }

  /// Ends the handling of an event, and returns whether none has come meanwhile.
  private func endsHandling() -> Bool {
    handling.withLock { handling in
      handling = handling == .oneAndAnother ? .one : .none
      return handling == .none
    }
  }

  /// Watches all links and the target that the path leads to now.
  private func follow() {
    let found = PathLinks(path, layer: layer)
    let wanted = Set(found.links + [found.target, path])
    let (missing, unused) = watches.withLock { watches -> (Set<String>, [FileSubscription]) in
      guard !watches.isEmpty else { return ([], []) }
      let unused = watches.filter { !wanted.contains($0.key) }
      for path in unused.keys { watches[path] = nil }
      return (wanted.subtracting(watches.keys), Array(unused.values))
    }
    for watch in unused { watch.cancel() }
    // In the same order each time, so that a simulation is repeatable.
    for path in missing.sorted() {
      let new = watch(path)
      // Another thread may have added the same watch, or ended all.
      let superfluous = watches.withLock { watches -> FileSubscription? in
        guard !watches.isEmpty, watches[path] == nil else { return new }
        watches[path] = new
        return nil
      }
      superfluous?.cancel()
    }
  }
}
