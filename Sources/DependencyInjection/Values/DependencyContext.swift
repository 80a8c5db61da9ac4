/// What a program runs as, and so which of a key's values it gets.
public enum DependencyContext: Hashable, Sendable {
  /// The real program: ``DependencyKey/liveValue``.
  case live
  /// A preview of a screen: ``TestDependencyKey/previewValue``.
  case preview
  /// A test: ``TestDependencyKey/testValue``.
  case test
}

extension DependencyValues {
  /// What the program runs as.
  ///
  /// Set it to get the values of another context, also for dependencies that nobody overrides:
  /// `withDependencies { $0.context = .live } operation: { … }`. If nobody set or prepared it, it is found once for the
  /// process: from the environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `preview` or `test`), from
  /// `XCODE_RUNNING_FOR_PREVIEWS` (`1`), and from whether the process runs tests.
  public var context: DependencyContext {
    get { storage.context ?? storage.defaults.preparedContext(test: currentTest, isRead: isRead) ?? .ofProcess }
    set {
      if case .preparing(let preparation) = storage.mode {
        guard storage.defaults.prepare(context: newValue, test: currentTest, in: preparation) else {
          reportPreparedTooLate("context", key: DependencyContext.self, value: DependencyContext.self, at: nil)
          return
        }
      } else {
        change { $0.context = newValue }
      }
    }
  }
}
