import Testing

/// Names of types that would have another meaning inside of `AllCasePaths`.
@Suite struct CasePathableTypeNameTests {
  @Test func selfInPayloads() {
    expectExpansion(
      """
      @CasePathable
      indirect enum Tree {
        case leaf
        case node(Self, [Self?], Self.Key, Set<Self>)
      }
      """,
      #"""
      indirect enum Tree {
        case leaf
        case node(Self, [Self?], Self.Key, Set<Self>)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var leaf: CaseKeyPaths.AnyCasePath<Tree, Void> {
            .init(
              embed: { .leaf },
              extract: { if case .leaf = $0 { () } else { nil } }
            )
          }

          public var node: CaseKeyPaths.AnyCasePath<Tree, (Tree, [Tree?], Tree.Key, Set<Tree>)> {
            .init(
              embedOptional: { .node($0!.0, $0!.1, $0!.2, $0!.3) },
              extract: { if case .node(let value0, let value1, let value2, let value3) = $0 { (value0, value1, value2, value3) } else { nil } }
            )
          }

          public subscript(root: Tree) -> CaseKeyPaths.PartialCaseKeyPath<Tree> {
            switch root {
            case .leaf: \.leaf
            case .node: \.node
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Tree>]> {
            [\.leaf, \.node].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Tree: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func aGenericParameterNamedElement() {
    expectExpansion(
      """
      @CasePathable
      enum Change<Element> {
        case inserted(Element)
        case updated([Element], Collection.Element, Element.ID)
      }
      """,
      #"""
      enum Change<Element> {
        case inserted(Element)
        case updated([Element], Collection.Element, Element.ID)

        /// In `AllCasePaths`, `Element` has another meaning.
        public typealias _Element = Element

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var inserted: CaseKeyPaths.AnyCasePath<Change, _Element> {
            .init(
              constructor: { Change.inserted },
              extract: { if case .inserted(let value) = $0 { value } else { nil } }
            )
          }

          public var updated: CaseKeyPaths.AnyCasePath<Change, ([_Element], Collection.Element, _Element.ID)> {
            .init(
              embedOptional: { .updated($0!.0, $0!.1, $0!.2) },
              extract: { if case .updated(let value0, let value1, let value2) = $0 { (value0, value1, value2) } else { nil } }
            )
          }

          public subscript(root: Change) -> CaseKeyPaths.PartialCaseKeyPath<Change> {
            if case .inserted = root { return \.inserted }
            if case .updated = root { return \.updated }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Change>]> {
            [\.inserted, \.updated].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Change: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func payloadsNamedLikeAssociatedTypes() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case root(Root.Action)
        case iterator(Iterator)
      }
      """,
      #"""
      enum Action {
        case root(Root.Action)
        case iterator(Iterator)

        /// In `AllCasePaths`, `Iterator` has another meaning.
        public typealias _Iterator = Iterator

        /// In `AllCasePaths`, `Root` has another meaning.
        public typealias _Root = Root

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var root: CaseKeyPaths.AnyCasePath<Action, _Root.Action> {
            .init(
              constructor: { Action.root },
              extract: { if case .root(let value) = $0 { value } else { nil } }
            )
          }

          public var iterator: CaseKeyPaths.AnyCasePath<Action, _Iterator> {
            .init(
              constructor: { Action.iterator },
              extract: { if case .iterator(let value) = $0 { value } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            if case .root = root { return \.root }
            if case .iterator = root { return \.iterator }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.root, \.iterator].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func anEnumNamedRoot() {
    expectExpansion(
      """
      @CasePathable
      enum Root {
        case again(Self)
      }
      """,
      #"""
      enum Root {
        case again(Self)

        /// In `AllCasePaths`, `Root` has another meaning.
        public typealias _Root = Root

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var again: CaseKeyPaths.AnyCasePath<_Root, _Root> {
            .init(
              constructor: { _Root.again },
              extract: { if case .again(let value) = $0 { value } else { nil } }
            )
          }

          public subscript(root: _Root) -> CaseKeyPaths.PartialCaseKeyPath<_Root> {
            if case .again = root { return \.again }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<_Root>]> {
            [\.again].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Root: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
