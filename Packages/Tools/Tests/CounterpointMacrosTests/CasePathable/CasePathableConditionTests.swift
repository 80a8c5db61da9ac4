import Testing

/// Cases inside `#if` keep their conditions.
@Suite struct CasePathableConditionTests {
  @Test func everyBranch() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case always
        #if DEBUG && os(Linux)
        case a(Int), b
        #elseif canImport(Foundation)
        case c
        #else
        case d
        #endif
        case last
      }
      """,
      #"""
      enum Action {
        case always
        #if DEBUG && os(Linux)
        case a(Int), b
        #elseif canImport(Foundation)
        case c
        #else
        case d
        #endif
        case last

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var always: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .always },
              extract: { if case .always = $0 { () } else { nil } }
            )
          }

          #if DEBUG && os(Linux)
          public var a: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .a($0) },
              extract: { if case .a(let value) = $0 { value } else { nil } }
            )
          }

          public var b: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .b },
              extract: { if case .b = $0 { () } else { nil } }
            )
          }
          #elseif canImport(Foundation)
          public var c: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .c },
              extract: { if case .c = $0 { () } else { nil } }
            )
          }
          #else
          public var d: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .d },
              extract: { if case .d = $0 { () } else { nil } }
            )
          }
          #endif

          public var last: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .last },
              extract: { if case .last = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .always: \.always
            #if DEBUG && os(Linux)
            case .a: \.a
            case .b: \.b
            #elseif canImport(Foundation)
            case .c: \.c
            #else
            case .d: \.d
            #endif
            case .last: \.last
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            var cases: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
            cases.reserveCapacity(6)
            cases.append(\.always)
            #if DEBUG && os(Linux)
            cases.append(\.a)
            cases.append(\.b)
            #elseif canImport(Foundation)
            cases.append(\.c)
            #else
            cases.append(\.d)
            #endif
            cases.append(\.last)
            return cases.makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func nested() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        #if A
        case a
        #if B
        case b
        #else
        #endif
        #endif
      }
      """,
      #"""
      enum Action {
        #if A
        case a
        #if B
        case b
        #else
        #endif
        #endif

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          #if A
          public var a: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .a },
              extract: { if case .a = $0 { () } else { nil } }
            )
          }

          #if B
          public var b: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .b },
              extract: { if case .b = $0 { () } else { nil } }
            )
          }
          #else
          #endif
          #endif

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            #if A
            case .a: \.a
            #if B
            case .b: \.b
            #endif
            #endif
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            var cases: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
            cases.reserveCapacity(2)
            #if A
            cases.append(\.a)
            #if B
            cases.append(\.b)
            #endif
            #endif
            return cases.makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func withoutCases() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case always
        #if A
        typealias Number = Int
        #endif
      }
      """,
      #"""
      enum Action {
        case always
        #if A
        typealias Number = Int
        #endif

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var always: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .always },
              extract: { if case .always = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .always: \.always
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.always].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func theSameNameInBranchesThatExcludeEachOther() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        #if A
        case a(Int)
        #else
        case a(String)
        #endif
      }
      """,
      #"""
      enum Action {
        #if A
        case a(Int)
        #else
        case a(String)
        #endif

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          #if A
          public var a: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .a($0) },
              extract: { if case .a(let value) = $0 { value } else { nil } }
            )
          }
          #else
          public var a: CaseKeyPaths.AnyCasePath<Action, String> {
            .init(
              embed: { .a($0) },
              extract: { if case .a(let value) = $0 { value } else { nil } }
            )
          }
          #endif

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            #if A
            case .a: \.a
            #else
            case .a: \.a
            #endif
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            var cases: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
            cases.reserveCapacity(2)
            #if A
            cases.append(\.a)
            #else
            cases.append(\.a)
            #endif
            return cases.makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
