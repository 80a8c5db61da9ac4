import Testing

/// Actions, and states that are enums, get case paths.
@Suite struct ReducerDomainAttributeTests {
  @Test func actionAndState() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        enum State {
          case a
        }
        enum Action {
          case tap
        }
        enum Other {
          case a
        }
        let body = Empty()
      }
      """,
      """
      struct Feature {
        @Counterpoint.CasePathable @dynamicMemberLookup
        enum State {
          case a
        }
        @Counterpoint.CasePathable
        enum Action {
          case tap
        }
        enum Other {
          case a
        }
        let body = Empty()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func statesThatAreStructsGetNothing() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        struct Action {
        }
        let body = Empty()
      }
      """,
      """
      struct Feature {
        struct State {
        }
        struct Action {
        }
        let body = Empty()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func presentWithModules() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        @dynamicMemberLookup
        @Counterpoint.CasePathable
        enum State {
          case a
        }
        @Counterpoint.CasePathable
        enum Action {
          case tap
        }
        let body = Empty()
      }
      """,
      """
      struct Feature {
        @dynamicMemberLookup
        @Counterpoint.CasePathable
        enum State {
          case a
        }
        @Counterpoint.CasePathable
        enum Action {
          case tap
        }
        let body = Empty()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func presentWithoutModules() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        @dynamicMemberLookup
        enum State {
          case a
        }
        #if A
        @CasePathable
        #endif
        enum Action {
        }
        let body = Empty()
      }
      """,
      """
      struct Feature {
        @dynamicMemberLookup
        @Counterpoint.CasePathable
        enum State {
          case a
        }
        #if A
        @CasePathable
        #endif
        enum Action {
        }
        let body = Empty()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func onlyInTheStructItself() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        enum Other {
          enum Action {
            case tap
          }
        }
        typealias State = Int
        typealias Action = Int
        let body = Empty()
      }
      """,
      """
      struct Feature {
        enum Other {
          enum Action {
            case tap
          }
        }
        typealias State = Int
        typealias Action = Int
        let body = Empty()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }
}
