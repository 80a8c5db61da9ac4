import Testing

/// A `body` without a result builder is unchanged.
@Suite struct ReducerNoBuilderTests {
  @Test func concreteType() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: Reduce<State, Action> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: Reduce<State, Action> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func existentialType() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: any ReducerOf<Self> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: any ReducerOf<Self> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func anotherProtocol() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some Sequence<Int> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some Sequence<Int> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func stored() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> = Base()
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> = Base()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func setter() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> {
          get {
            Base()
          }
          set {
          }
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> {
          get {
            Base()
          }
          set {
          }
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func explicitReturn() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> {
          if isOn {
            return Base()
          }
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> {
          if isOn {
            return Base()
          }
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func returnsOfClosuresAndFunctions() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> {
          let base: Base {
            return Base()
          }
          func make() -> Base {
            return Base()
          }
          Reduce { _, _ in
            return .none
          }
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          let base: Base {
            return Base()
          }
          func make() -> Base {
            return Base()
          }
          Reduce { _, _ in
            return .none
          }
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }
}
