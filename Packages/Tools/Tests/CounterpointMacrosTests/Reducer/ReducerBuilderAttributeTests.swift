import Testing

/// A `body` gets the result builder for the types that it names.
@Suite struct ReducerBuilderAttributeTests {
  @Test func reducerOfSelf() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some ReducerOf<Self> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func reducerOfAnother() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some Counterpoint.ReducerOf<Other<Int>> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Other<Int>.State, Other<Int>.Action>
        var body: some Counterpoint.ReducerOf<Other<Int>> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func reducerOfTypes() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some Reducer<Other.State, [Int]> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Other.State, [Int]>
        var body: some Reducer<Other.State, [Int]> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func reducerWithModule() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some CounterpointCore.Reducer<State, Action> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<State, Action>
        var body: some CounterpointCore.Reducer<State, Action> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func reducerWithoutTypes() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some Reducer {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some Reducer {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func composition() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        var body: some Sendable & ReducerOf<Self> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some Sendable & ReducerOf<Self> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func explicitGetter() {
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
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          get {
            Base()
          }
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func present() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @ReducerBuilder<State, Action>
        var body: some ReducerOf<Self> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @ReducerBuilder<State, Action>
        var body: some ReducerOf<Self> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func presentWithModule() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<State, Action>
        var body: some ReducerOf<Self> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        typealias Action = Int
        @CounterpointCore.ReducerBuilder<State, Action>
        var body: some ReducerOf<Self> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }
}
