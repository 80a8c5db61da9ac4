import Testing

/// Enums in various declarations, and other members in enums.
@Suite struct CasePathableDeclarationTests {
  @Test func nested() {
    expectExpansion(
      """
      extension Feature {
        struct Child {
          @CasePathable
          enum Action {
            case reset
          }
        }
      }
      """,
      #"""
      extension Feature {
        struct Child {
          enum Action {
            case reset

            public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              public var reset: CaseKeyPaths.AnyCasePath<Action, Void> {
                .init(
                  embed: { .reset },
                  extract: { if case .reset = $0 { () } else { nil } }
                )
              }

              public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
                switch root {
                case .reset: \.reset
                }
              }

              public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
                [\.reset].makeIterator()
              }
            }

            public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
          }
        }
      }

      extension Feature.Child.Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func generic() {
    expectExpansion(
      """
      @CasePathable
      enum Loading<Value: Sendable, Failure> where Failure: Error {
        case loaded(Value)
        case failed(Failure, Loading<Value, Failure>.Reason)
      }
      """,
      #"""
      enum Loading<Value: Sendable, Failure> where Failure: Error {
        case loaded(Value)
        case failed(Failure, Loading<Value, Failure>.Reason)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var loaded: CaseKeyPaths.AnyCasePath<Loading, Value> {
            .init(
              constructor: { Loading.loaded },
              extract: { if case .loaded(let value) = $0 { value } else { nil } }
            )
          }

          public var failed: CaseKeyPaths.AnyCasePath<Loading, (Failure, Loading<Value, Failure>.Reason)> {
            .init(
              embedOptional: { .failed($0!.0, $0!.1) },
              extract: { if case .failed(let value0, let value1) = $0 { (value0, value1) } else { nil } }
            )
          }

          public subscript(root: Loading) -> CaseKeyPaths.PartialCaseKeyPath<Loading> {
            if case .loaded = root { return \.loaded }
            if case .failed = root { return \.failed }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Loading>]> {
            [\.loaded, \.failed].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Loading: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func indirectCase() {
    expectExpansion(
      """
      @CasePathable
      enum Tree {
        indirect case node(Tree, Tree)
      }
      """,
      #"""
      enum Tree {
        indirect case node(Tree, Tree)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var node: CaseKeyPaths.AnyCasePath<Tree, (Tree, Tree)> {
            .init(
              embedOptional: { .node($0!.0, $0!.1) },
              extract: { if case .node(let value0, let value1) = $0 { (value0, value1) } else { nil } }
            )
          }

          public subscript(root: Tree) -> CaseKeyPaths.PartialCaseKeyPath<Tree> {
            if case .node = root { return \.node }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Tree>]> {
            [\.node].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Tree: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func otherMembers() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        /// Starts again.
        case reset
        static let all = 1
        func run() {}
      }
      """,
      #"""
      enum Action {
        /// Starts again.
        case reset
        static let all = 1
        func run() {}

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var reset: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .reset },
              extract: { if case .reset = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .reset: \.reset
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.reset].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
