import Testing

/// The spelling of the types of payloads.
@Suite struct CasePathablePayloadTypeTests {
  @Test func someAndAny() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case failed(any Error)
        case shown(some View)
        case both(any Error, Int)
      }
      """,
      #"""
      enum Action {
        case failed(any Error)
        case shown(some View)
        case both(any Error, Int)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var failed: CaseKeyPaths.AnyCasePath<Action, (any Error)> {
            .init(
              embed: { .failed($0) },
              extract: { if case .failed(let value) = $0 { value } else { nil } }
            )
          }

          public var shown: CaseKeyPaths.AnyCasePath<Action, (some View)> {
            .init(
              constructor: { Action.shown },
              extract: { if case .shown(let value) = $0 { value } else { nil } }
            )
          }

          public var both: CaseKeyPaths.AnyCasePath<Action, ((any Error), Int)> {
            .init(
              embed: { .both($0.0, $0.1) },
              extract: { if case .both(let value0, let value1) = $0 { (value0, value1) } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .failed: \.failed
            case .shown: \.shown
            case .both: \.both
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.failed, \.shown, \.both].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func functionsAndOptionals() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case run(@Sendable (Int) -> Void)
        case note(String?)
        case forced(String!)
      }
      """,
      #"""
      enum Action {
        case run(@Sendable (Int) -> Void)
        case note(String?)
        case forced(String!)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var run: CaseKeyPaths.AnyCasePath<Action, @Sendable (Int) -> Void> {
            .init(
              embed: { .run($0) },
              extract: { if case .run(let value) = $0 { value } else { nil } }
            )
          }

          public var note: CaseKeyPaths.AnyCasePath<Action, String?> {
            .init(
              embed: { .note($0) },
              extract: { if case .note(let value) = $0 { value } else { nil } }
            )
          }

          public var forced: CaseKeyPaths.AnyCasePath<Action, String?> {
            .init(
              embed: { .forced($0) },
              extract: { if case .forced(let value) = $0 { value } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .run: \.run
            case .note: \.note
            case .forced: \.forced
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.run, \.note, \.forced].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  /// The compiler warns about unreachable code in a closure whose parameter type is uninhabited.
  @Test func typesThatMayHaveNoValues() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case never(Swift.Never), `default`(item: Child.Action)
        case pair(Never, Child.Action)
      }
      """,
      #"""
      enum Action {
        case never(Swift.Never), `default`(item: Child.Action)
        case pair(Never, Child.Action)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var never: CaseKeyPaths.AnyCasePath<Action, Swift.Never> {
            .init(
              constructor: { Action.never },
              extract: { if case .never(let value) = $0 { value } else { nil } }
            )
          }

          public var `default`: CaseKeyPaths.AnyCasePath<Action, Child.Action> {
            .init(
              constructor: { Action.`default` },
              extract: { if case .`default`(let value) = $0 { value } else { nil } }
            )
          }

          public var pair: CaseKeyPaths.AnyCasePath<Action, (Never, Child.Action)> {
            .init(
              embedOptional: { .pair($0!.0, $0!.1) },
              extract: { if case .pair(let value0, let value1) = $0 { (value0, value1) } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            if case .never = root { return \.never }
            if case .`default` = root { return \.`default` }
            if case .pair = root { return \.pair }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.never, \.`default`, \.pair].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  /// The compiler doesn't accept a `switch` over an uninhabited enum as exhaustive.
  @Test func noValues() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case child(Child.Action), never(Never)
      }
      """,
      #"""

      enum Action {
        case child(Child.Action), never(Never)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var child: CaseKeyPaths.AnyCasePath<Action, Child.Action> {
            .init(
              constructor: { Action.child },
              extract: { if case .child(let value) = $0 { value } else { nil } }
            )
          }

          public var never: CaseKeyPaths.AnyCasePath<Action, Never> {
            .init(
              constructor: { Action.never },
              extract: { if case .never(let value) = $0 { value } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            if case .child = root { return \.child }
            if case .never = root { return \.never }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.child, \.never].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
