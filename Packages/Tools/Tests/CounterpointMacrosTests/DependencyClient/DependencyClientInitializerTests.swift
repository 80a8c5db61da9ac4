import Testing

/// The two initializers, their parameters and their default arguments.
@Suite struct DependencyClientInitializerTests {
  @Test func endpointsOnly() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: @Sendable (Int) throws -> String
        var `return`: () -> Void
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: @Sendable (Int) throws -> String
        @Counterpoint.DependencyEndpoint
        var `return`: () -> Void

        init(
          fetch: @escaping @Sendable (Int) throws -> String,
          `return`: @escaping () -> Void
        ) {
          self._fetch = fetch
          self._return = `return`
        }

        init() {}
      }
      """
    )
  }

  @Test func oneEndpoint() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: @Sendable (Int) throws -> String
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: @Sendable (Int) throws -> String

        init(fetch: @escaping @Sendable (Int) throws -> String) {
          self._fetch = fetch
        }

        init() {}
      }
      """
    )
  }

  @Test func withoutEndpoints() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var count = 0
        let name: String
      }
      """,
      """

      struct Client {
        var count = 0
        let name: String
      }
      """
    )
  }

  @Test func plainProperties() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        let id: Int
        var fetch: () throws -> Int = { 1 }
        var isOn = true
        var count = -1
        var ratio = 0.5
        var name = "Blob"
        var text: String = "a" + "b"
        var note: String?
        let mark: Optional<Int>
        var callback: (() -> Void)?
        var observed: Int = 0 { didSet {} }
        var a, b: Int
      }
      """,
      """

      struct Client {
        let id: Int
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int = { 1 }
        var isOn = true
        var count = -1
        var ratio = 0.5
        var name = "Blob"
        var text: String = "a" + "b"
        var note: String?
        let mark: Optional<Int>
        var callback: (() -> Void)?
        var observed: Int = 0 { didSet {} }
        var a, b: Int

        init(
          id: Int,
          fetch: @escaping () throws -> Int,
          isOn: Swift.Bool = true,
          count: Swift.Int = -1,
          ratio: Swift.Double = 0.5,
          name: Swift.String = "Blob",
          text: String = "a" + "b",
          note: String? = nil,
          mark: Optional<Int> = nil,
          callback: (() -> Void)? = nil,
          observed: Int = 0,
          a: Int,
          b: Int
        ) {
          self.id = id
          self._fetch = fetch
          self.isOn = isOn
          self.count = count
          self.ratio = ratio
          self.name = name
          self.text = text
          self.note = note
          self.mark = mark
          self.callback = callback
          self.observed = observed
          self.a = a
          self.b = b
        }

        init(
          id: Int,
          isOn: Swift.Bool = true,
          count: Swift.Int = -1,
          ratio: Swift.Double = 0.5,
          name: Swift.String = "Blob",
          text: String = "a" + "b",
          note: String? = nil,
          mark: Optional<Int> = nil,
          callback: (() -> Void)? = nil,
          observed: Int = 0,
          a: Int,
          b: Int
        ) {
          self.id = id
          self.isOn = isOn
          self.count = count
          self.ratio = ratio
          self.name = name
          self.text = text
          self.note = note
          self.mark = mark
          self.callback = callback
          self.observed = observed
          self.a = a
          self.b = b
        }
      }
      """
    )
  }

  @Test func ignored() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        @DependencyEndpointIgnored
        var transform: (Int) -> Int = { $0 }
        let print: @Sendable (String) -> Void
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        var transform: (Int) -> Int = { $0 }
        let print: @Sendable (String) -> Void

        init(
          fetch: @escaping () throws -> Int,
          transform: @escaping (Int) -> Int = { $0 },
          print: @escaping @Sendable (String) -> Void
        ) {
          self._fetch = fetch
          self.transform = transform
          self.print = print
        }

        init(
          transform: @escaping (Int) -> Int = { $0 },
          print: @escaping @Sendable (String) -> Void
        ) {
          self.transform = transform
          self.print = print
        }
      }
      """
    )
  }

  @Test func left() {
    expectExpansion(
      #"""
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        let version = 1
        static var shared: () -> Void = {}
        lazy var cache: () -> Void = {}
        var computed: () -> Void { {} }
        var getter: () -> Void { get { {} } }
        private var secret = Date()
        @Dependency(\.uuid) var uuid
        @Dependency(\.log) var log: () -> Void
        func method() {}
      }
      """#,
      #"""

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        let version = 1
        static var shared: () -> Void = {}
        lazy var cache: () -> Void = {}
        var computed: () -> Void { {} }
        var getter: () -> Void { get { {} } }
        private var secret = Date()
        @Dependency(\.uuid) var uuid
        @Dependency(\.log) var log: () -> Void
        func method() {}

        init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        init() {}
      }
      """#
    )
  }

  @Test func conditions() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        #if DEBUG
        var level = 1
        var log: () -> Void
        #endif
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        #if DEBUG
        var level = 1
        var log: () -> Void
        #endif

        init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        init() {}
      }
      """
    )
  }

  @Test func onlyAConditionalEndpoint() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var level = 1
        #if DEBUG
        var log: () -> Void
        #endif
      }
      """,
      """

      struct Client {
        var level = 1
        #if DEBUG
        var log: () -> Void
        #endif

        init(level: Swift.Int = 1) {
          self.level = level
        }
      }
      """
    )
  }

  @Test func privateEndpointWithADefault() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        private var fetch: () -> Int = { 1 }
        var count = 0
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        private var fetch: () -> Int = { 1 }
        var count = 0

        init(count: Swift.Int = 0) {
          self.count = count
        }
      }
      """
    )
  }

  @Test func existingInitializers() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        var count = 0
        init(count: Int) {
          self.count = count
        }
        init(other: Int) {}
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        var count = 0
        init(count: Int) {
          self.count = count
        }
        init(other: Int) {}

        init(
          fetch: @escaping () throws -> Int,
          count: Swift.Int = 0
        ) {
          self._fetch = fetch
          self.count = count
        }
      }
      """
    )
  }

  /// An empty line in a literal is part of the text, in both initializers.
  @Test func literalsOfSeveralLines() {
    expectExpansion(
      #"""
      @DependencyClient
      struct Client {
        var fetch: () -> Void
        var text = """
          a

          b
          """
      }
      """#,
      #"""

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () -> Void
        var text = """
          a

          b
          """

        init(
          fetch: @escaping () -> Void,
          text: Swift.String = """
              a

              b
              """
        ) {
          self._fetch = fetch
          self.text = text
        }

        init(text: Swift.String = """
            a

            b
            """) {
          self.text = text
        }
      }
      """#
    )
  }
}
