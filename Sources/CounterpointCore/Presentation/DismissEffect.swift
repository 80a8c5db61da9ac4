import CounterpointSupport
public import DependencyInjection

extension DependencyValues {
  /// Dismisses the feature that uses it:
  ///
  /// ```swift
  /// @Dependency(\.dismiss) var dismiss
  /// …
  /// case .closeTapped:
  ///   return .run { _ in await dismiss() }
  /// ```
  ///
  /// In an effect of a feature that is presented by an `ifLet`, is on a stack, or is embedded in such a feature, it
  /// dismisses the nearest one. It sets nothing itself: the parent's reducer receives `.dismiss` or `.popFrom` like
  /// any other action. Other features report an issue; see ``isPresented``.
  ///
  /// A test of a single feature may override it to observe its use.
  public var dismiss: DismissEffect {
    get { DismissEffect.ofWhatRuns ?? self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether ``dismiss`` can be used: whether the feature is presented, by an `ifLet` or on a stack.
  public var isPresented: Bool { dismiss.isAvailable }
}

/// Dismisses a feature; see ``DependencyInjection/DependencyValues/dismiss``.
///
/// Safe to use from any thread.
public struct DismissEffect: Sendable {
  private enum Target {
    case nothing
    /// The feature that the effect is of in which this is used.
    case effect
    case function(@Sendable () async -> Void)
  }

  private let target: Target

  private init(_ target: Target) {
    self.target = target
  }

  /// Makes one that calls a function, for tests.
  ///
  /// - Parameter dismiss: What to do instead of dismissing a feature.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.init(.function(dismiss))
  }

  /// Dismisses the feature, and returns when its parent has handled the dismissal.
  ///
  /// The calling effect is then canceled, with all other effects of the feature: its later actions are dropped. If
  /// nothing can be dismissed, an issue is reported.
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
      A feature requested at \(fileID):\(line) that it be dismissed, but there is nothing that could be.

      A feature can be dismissed while an 'ifLet' presents it through '\\.$state', or while it is on a stack; the request \
      must come from one of its effects. Ask '@Dependency(\\.isPresented)' first where a feature is used in both ways.
      """,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  fileprivate var isAvailable: Bool {
    if case .nothing = target { false } else { true }
  }

  /// The way to dismiss the feature whose reducer or effect is running; `nil` if it can't be dismissed.
  fileprivate static var ofWhatRuns: Self? {
    // First, because the reducer may belong to another store than the effect that has sent to it.
    if let place = ReductionContext.current { return place.isPresented ? Self(.effect) : nil }
    return CurrentEffect.current?.dismiss.map { Self(.function($0)) }
  }

  fileprivate static let unavailable = Self(.nothing)
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect.unavailable
  static let testValue = DismissEffect.unavailable
}
