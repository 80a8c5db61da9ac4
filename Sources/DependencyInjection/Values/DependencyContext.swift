/// The kind of run of a program. It determines which value of a key the program uses.
public enum DependencyContext: Hashable, Sendable {
  /// A program in production, which uses ``DependencyKey/liveValue``.
  case live
  /// A preview of a screen, which uses ``TestDependencyKey/previewValue``.
  case preview
  /// A test, which uses ``TestDependencyKey/testValue``.
  case test
}

extension DependencyValues {
  /// The context in which the program runs.
  ///
  /// Set it to use the values of another context for all dependencies that are not overridden:
  /// `withDependencies { $0.context = .live } operation: { … }`. If the context is neither set nor prepared, it is
  /// determined once per process. It depends on the environment variables `SWIFT_DEPENDENCIES_CONTEXT` (`live`,
  /// `preview` or `test`) and `XCODE_RUNNING_FOR_PREVIEWS` (`1`), and on whether the process runs tests.
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
