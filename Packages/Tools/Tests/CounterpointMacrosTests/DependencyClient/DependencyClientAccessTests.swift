import Testing

/// The initializers are as visible as the least visible of the struct and its properties.
@Suite struct DependencyClientAccessTests {
  @Test func allPublic() {
    expectExpansion(
      """
      @DependencyClient
      public struct Client {
        public var fetch: () throws -> Int
      }
      """,
      """

      public struct Client {
        @Counterpoint.DependencyEndpoint
        public var fetch: () throws -> Int

        public init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        public init() {}
      }
      """
    )
  }

  @Test func internalProperty() {
    expectExpansion(
      """
      @DependencyClient
      public struct Client {
        public var fetch: () throws -> Int
        var count = 0
      }
      """,
      """

      public struct Client {
        @Counterpoint.DependencyEndpoint
        public var fetch: () throws -> Int
        var count = 0

        init(
          fetch: @escaping () throws -> Int,
          count: Swift.Int = 0
        ) {
          self._fetch = fetch
          self.count = count
        }

        init(count: Swift.Int = 0) {
          self.count = count
        }
      }
      """
    )
  }

  @Test func packageProperty() {
    expectExpansion(
      """
      @DependencyClient
      public struct Client {
        public var fetch: () throws -> Int
        package var count = 0
      }
      """,
      """

      public struct Client {
        @Counterpoint.DependencyEndpoint
        public var fetch: () throws -> Int
        package var count = 0

        package init(
          fetch: @escaping () throws -> Int,
          count: Swift.Int = 0
        ) {
          self._fetch = fetch
          self.count = count
        }

        package init(count: Swift.Int = 0) {
          self.count = count
        }
      }
      """
    )
  }

  @Test func fileprivateProperty() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        fileprivate var count = 0
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        fileprivate var count = 0

        fileprivate init(
          fetch: @escaping () throws -> Int,
          count: Swift.Int = 0
        ) {
          self._fetch = fetch
          self.count = count
        }

        fileprivate init(count: Swift.Int = 0) {
          self.count = count
        }
      }
      """
    )
  }

  @Test func privateProperty() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        private let count: Int
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        private let count: Int

        private init(
          fetch: @escaping () throws -> Int,
          count: Int
        ) {
          self._fetch = fetch
          self.count = count
        }

        private init(count: Int) {
          self.count = count
        }
      }
      """
    )
  }

  @Test func privatePropertyWithDefault() {
    expectExpansion(
      """
      @DependencyClient
      public struct Client {
        public var fetch: () throws -> Int
        private var count = 0
      }
      """,
      """

      public struct Client {
        @Counterpoint.DependencyEndpoint
        public var fetch: () throws -> Int
        private var count = 0

        public init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        public init() {}
      }
      """
    )
  }

  @Test func privateSetter() {
    expectExpansion(
      """
      @DependencyClient
      public struct Client {
        public private(set) var fetch: () throws -> Int
      }
      """,
      """

      public struct Client {
        @Counterpoint.DependencyEndpoint
        public private(set) var fetch: () throws -> Int

        public init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        public init() {}
      }
      """
    )
  }

  @Test func publicExtension() {
    expectExpansion(
      """
      public extension Outer {
        @DependencyClient
        struct Client {
          public var fetch: () throws -> Int
        }
      }
      """,
      """
      public extension Outer {
        struct Client {
          @Counterpoint.DependencyEndpoint
          public var fetch: () throws -> Int

          public init(fetch: @escaping () throws -> Int) {
            self._fetch = fetch
          }

          public init() {}
        }
      }
      """
    )
  }

  @Test func privateStruct() {
    expectExpansion(
      """
      @DependencyClient
      private struct Client {
        public var fetch: () throws -> Int
      }
      """,
      """

      private struct Client {
        @Counterpoint.DependencyEndpoint
        public var fetch: () throws -> Int

        init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        init() {}
      }
      """
    )
  }

  @Test func packageStruct() {
    expectExpansion(
      """
      @DependencyClient
      package struct Client {
        public var fetch: () throws -> Int
      }
      """,
      """

      package struct Client {
        @Counterpoint.DependencyEndpoint
        public var fetch: () throws -> Int

        package init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        package init() {}
      }
      """
    )
  }
}
