@_spi(Internals) import CounterpointSupport
public import DependencyInjection

extension DependencyValues {
  /// Dismisses the feature that uses this dependency:
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  /// …
  /// case .closeTapped:
  ///   return .run { _ in await dismiss() }
  /// ```
  ///
  /// An effect calls it in a feature that an `ifLet` presents, that is on a stack, or that is a descendant of such a
  /// feature. The call dismisses the nearest presented feature. The parent's reducer receives `.dismiss` or `.popFrom`
  /// like any other action. In other features the call reports an issue; see ``isPresented``.
  ///
  /// A test of a single feature can override it to observe its use.
  public var dismiss: DismissEffect {
    get { DismissEffect.current ?? self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether ``dismiss`` is available, because the feature is presented by an `ifLet` or is on a stack.
  public var isPresented: Bool { dismiss.isAvailable }
}

/// Dismisses a feature; see ``DependencyInjection/DependencyValues/dismiss``. Thread-safe.
public struct DismissEffect: Sendable {
  private enum Target {
    case nothing
    /// The feature of the current effect.
    case effect
    case function(@Sendable () async -> Void)
  }

  private let target: Target

  private init(_ target: Target) {
    self.target = target
  }

  /// Creates a value that calls a function, for tests.
  ///
  /// - Parameter dismiss: The function, which is called instead of a dismissal.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.init(.function(dismiss))
  }

  /// Dismisses the feature, and returns when its parent has handled the dismissal.
  ///
  /// The calling effect is then canceled, with all other effects of the feature. Its later actions are dropped. If no
  /// feature can be dismissed, an issue is reported.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    switch target {
    case .function(let dismiss):
      return await dismiss()
    case .effect:
      if let dismiss = CurrentEffect.current?.dismiss { return await dismiss() }
    case .nothing:
      break
    }
    reportIssue(
      """
      A feature requested its dismissal at \(fileID):\(line), but it can't be dismissed.

      A feature can be dismissed while an 'ifLet' presents it through '\\.$state', or while it is on a stack. The request \
      must come from one of its effects. If a feature is used in both ways, check '@Dependency(\\.isPresented)' first.
      """,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  fileprivate var isAvailable: Bool {
    if case .nothing = target { false } else { true }
  }

  /// Dismisses the feature whose reducer or effect is running; `nil` if it can't be dismissed.
  fileprivate static var current: Self? {
    // The reducer takes precedence, because the current effect may belong to another store and have sent to this one.
    if let context = ReductionContext.current { return context.isPresented ? Self(.effect) : nil }
    return CurrentEffect.current?.dismiss.map { Self(.function($0)) }
  }

  fileprivate static let unavailable = Self(.nothing)
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect.unavailable
  static let testValue = DismissEffect.unavailable
}
