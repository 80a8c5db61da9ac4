import Testing

/// `@available` on a case.
@Suite struct CasePathableCaseAvailabilityTests {
  @Test func deprecated() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        case current(Int)
        @available(*, deprecated, message: "Use 'current'.") case old(Int), `old two`
      }
      """#,
      #"""

      enum Action {
        case current(Int)
        @available(*, deprecated, message: "Use 'current'.") case old(Int), `old two`

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var current: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .current($0) },
              extract: { if case .current(let value) = $0 { value } else { nil } }
            )
          }

          @available(*, deprecated, message: "Use 'current'.")
          public var old: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .old($0) },
              extract: { if case .old(let value) = $0 { value } else { nil } }
            )
          }

          @available(*, deprecated, message: "Use 'current'.")
          public var `old two`: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .`old two` },
              extract: { if case .`old two` = $0 { () } else { nil } }
            )
          }

          private nonisolated enum _old: CaseKeyPaths.DeprecatedCasePath {
            @available(*, deprecated)
            static var keyPath: CaseKeyPaths.PartialCaseKeyPath<Action> { \.old }
          }

          private nonisolated enum `_old two`: CaseKeyPaths.DeprecatedCasePath {
            @available(*, deprecated)
            static var keyPath: CaseKeyPaths.PartialCaseKeyPath<Action> { \.`old two` }
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .current: \.current
            case .old: _old.currentKeyPath
            case .`old two`: `_old two`.currentKeyPath
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.current, _old.currentKeyPath, `_old two`.currentKeyPath].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func unavailable() {
    expectExpansion(
      #"""
      @CasePathable
      @ObservableState
      enum Action {
        case current(Int)
        @available(*, unavailable, message: "Use 'current'.")
        case gone(Int)
        #if A
        @available(macOS, unavailable)
        case notOnMacOS
        #endif
      }
      """#,
      #"""

      enum Action {
        case current(Int)
        @available(*, unavailable, message: "Use 'current'.")
        case gone(Int)
        #if A
        @available(macOS, unavailable)
        case notOnMacOS
        #endif

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var current: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .current($0) },
              extract: { if case .current(let value) = $0 { value } else { nil } }
            )
          }

          @available(*, unavailable, message: "Use 'current'.")
          public var gone: CaseKeyPaths.AnyCasePath<Action, Int> { Swift.fatalError() }

          #if A
          @available(macOS, unavailable)
          public var notOnMacOS: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .notOnMacOS },
              extract: { if case .notOnMacOS = $0 { () } else { nil } }
            )
          }
          #endif

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .current: \.current
            #if A
            case .notOnMacOS: \.notOnMacOS
            #endif
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            var cases: [CaseKeyPaths.PartialCaseKeyPath<Action>] = []
            cases.reserveCapacity(2)
            cases.append(\.current)
            #if A
            cases.append(\.notOnMacOS)
            #endif
            return cases.makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }

        public nonisolated var _$id: CounterpointCore.ObservableStateID {
          switch self {
          case .current(let payload): .init(of: payload).tagged(0)
          #if A
          case .notOnMacOS: .init()
          #endif
          }
        }

        public nonisolated mutating func _$willModify() {
          switch self {
          case .current(var payload):
            CounterpointCore.ObservableStateID.willModify(&payload)
            self = .current(payload)
          #if A
          case .notOnMacOS: break
          #endif
          }
        }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}

      extension Action: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }
}
