import Testing

/// The accessors and the key, with the given values.
@Suite struct DependencyEntryTests {
  @Test func testValue() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry
        var client: APIClient = MockClient()
      }
      """,
      """
      extension DependencyValues {
        var client: APIClient {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        private nonisolated enum ClientKey: DependencyInjection.TestDependencyKey {
          static var testValue: APIClient { MockClient() }
        }
      }
      """
    )
  }

  @Test func liveValue() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: APIClient.live)
        var client: APIClient
      }
      """,
      """
      extension DependencyValues {
        var client: APIClient {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        private nonisolated enum ClientKey: DependencyInjection.DependencyKey {
          static var liveValue: APIClient { APIClient.live }
        }
      }
      """
    )
  }

  @Test func allValues() {
    expectExpansion(
      """
      extension DependencyInjection.DependencyValues {
        @DependencyEntry(liveValue: LiveClient(), previewValue: nil)
        var client: (any APIClient)? = MockClient()
      }
      """,
      """
      extension DependencyInjection.DependencyValues {
        var client: (any APIClient)? {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        private nonisolated enum ClientKey: DependencyInjection.DependencyKey {
          static var liveValue: (any APIClient)? { LiveClient() }
          static var previewValue: (any APIClient)? { nil }
          static var testValue: (any APIClient)? { MockClient() }
        }
      }
      """
    )
  }

  @Test func previewValue() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(previewValue: 2)
        var count = 1
      }
      """,
      """
      extension DependencyValues {
        var count {
          get { self[CountKey.self] }
          set { self[CountKey.self] = newValue }
          _modify { yield &self[CountKey.self] }
        }

        private nonisolated enum CountKey: DependencyInjection.TestDependencyKey {
          static var previewValue: Swift.Int { 2 }
          static var testValue: Swift.Int { 1 }
        }
      }
      """
    )
  }

  @Test func publicProperty() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: 2)
        public var count = 1
        @DependencyEntry(liveValue: 2)
        package var number: Number = 1
      }
      """,
      """
      extension DependencyValues {
        public var count {
          get { self[CountKey.self] }
          set { self[CountKey.self] = newValue }
          _modify { yield &self[CountKey.self] }
        }

        public nonisolated enum CountKey: DependencyInjection.DependencyKey {
          public static var liveValue: Swift.Int { 2 }
          public static var testValue: Swift.Int { 1 }
        }
        package var number: Number {
          get { self[NumberKey.self] }
          set { self[NumberKey.self] = newValue }
          _modify { yield &self[NumberKey.self] }
        }

        package nonisolated enum NumberKey: DependencyInjection.DependencyKey {
          package static var liveValue: Number { 2 }
          package static var testValue: Number { 1 }
        }
      }
      """
    )
  }

  @Test func publicExtension() {
    expectExpansion(
      """
      public extension DependencyValues {
        @DependencyEntry(liveValue: 2)
        var count = 1
        @DependencyEntry(liveValue: 2)
        internal var number: Number = 1
      }
      """,
      """
      public extension DependencyValues {
        var count {
          get { self[CountKey.self] }
          set { self[CountKey.self] = newValue }
          _modify { yield &self[CountKey.self] }
        }

        nonisolated enum CountKey: DependencyInjection.DependencyKey {
          public static var liveValue: Swift.Int { 2 }
          public static var testValue: Swift.Int { 1 }
        }
        internal var number: Number {
          get { self[NumberKey.self] }
          set { self[NumberKey.self] = newValue }
          _modify { yield &self[NumberKey.self] }
        }

        private nonisolated enum NumberKey: DependencyInjection.DependencyKey {
          static var liveValue: Number { 2 }
          static var testValue: Number { 1 }
        }
      }
      """
    )
  }

  @Test func narrowAccess() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry
        fileprivate var count = 1
        @DependencyEntry
        private var number: Number = 1
      }
      """,
      """
      extension DependencyValues {
        fileprivate var count {
          get { self[CountKey.self] }
          set { self[CountKey.self] = newValue }
          _modify { yield &self[CountKey.self] }
        }

        private nonisolated enum CountKey: DependencyInjection.TestDependencyKey {
          static var testValue: Swift.Int { 1 }
        }
        private var number: Number {
          get { self[NumberKey.self] }
          set { self[NumberKey.self] = newValue }
          _modify { yield &self[NumberKey.self] }
        }

        private nonisolated enum NumberKey: DependencyInjection.TestDependencyKey {
          static var testValue: Number { 1 }
        }
      }
      """
    )
  }

  @Test func availability() {
    expectExpansion(
      """
      extension DependencyValues {
        @available(macOS 16, *)
        @DependencyEntry
        var count = 1
      }
      """,
      """
      extension DependencyValues {
        @available(macOS 16, *)
        var count {
          get { self[CountKey.self] }
          set { self[CountKey.self] = newValue }
          _modify { yield &self[CountKey.self] }
        }

        @available(macOS 16, *)
        private nonisolated enum CountKey: DependencyInjection.TestDependencyKey {
          static var testValue: Swift.Int { 1 }
        }
      }
      """
    )
  }

  @Test func severalLines() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(
          liveValue: Client(
            url: url
          )
        )
        var client: Client = .mock
      }
      """,
      """
      extension DependencyValues {
        var client: Client {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        private nonisolated enum ClientKey: DependencyInjection.DependencyKey {
          static var liveValue: Client {
            Client(
              url: url
            )
          }
          static var testValue: Client { .mock }
        }
      }
      """
    )
  }
}
