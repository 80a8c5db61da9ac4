import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The name of the key: from the attribute, otherwise from the type annotation, otherwise from the property.
@Suite struct DependencyEntryKeyTests {
  @Test func named() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry("RetriesKey", liveValue: 3)
        var retries: Int
      }
      """,
      """
      extension DependencyValues {
        var retries: Int {
          get { self[RetriesKey.self] }
          set { self[RetriesKey.self] = newValue }
          _modify { yield &self[RetriesKey.self] }
        }

        private nonisolated enum RetriesKey: DependencyInjection.DependencyKey {
          static var liveValue: Int { 3 }
        }
      }
      """
    )
  }

  @Test func typesOfPublicProperties() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry public var a: any APIClient = Mock()
        @DependencyEntry public var b: Module.Client = .mock
        @DependencyEntry public var c: Box<Int> = .mock
        @DependencyEntry public var d: (any Cache)? = nil
      }
      """,
      """
      extension DependencyValues {
        public var a: any APIClient {
          get { self[APIClientKey.self] }
          set { self[APIClientKey.self] = newValue }
          _modify { yield &self[APIClientKey.self] }
        }

        public nonisolated enum APIClientKey: DependencyInjection.TestDependencyKey {
          public static var testValue: any APIClient { Mock() }
        }
        public var b: Module.Client {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        public nonisolated enum ClientKey: DependencyInjection.TestDependencyKey {
          public static var testValue: Module.Client { .mock }
        }
        public var c: Box<Int> {
          get { self[BoxKey.self] }
          set { self[BoxKey.self] = newValue }
          _modify { yield &self[BoxKey.self] }
        }

        public nonisolated enum BoxKey: DependencyInjection.TestDependencyKey {
          public static var testValue: Box<Int> { .mock }
        }
        public var d: (any Cache)? {
          get { self[CacheKey.self] }
          set { self[CacheKey.self] = newValue }
          _modify { yield &self[CacheKey.self] }
        }

        public nonisolated enum CacheKey: DependencyInjection.TestDependencyKey {
          public static var testValue: (any Cache)? { nil }
        }
      }
      """
    )
  }

  @Test func privateKeysAreNamedAfterTheirProperty() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var first: any APIClient = Mock()
        @DependencyEntry private var second: any APIClient = Mock()
      }
      """,
      """
      extension DependencyValues {
        var first: any APIClient {
          get { self[FirstKey.self] }
          set { self[FirstKey.self] = newValue }
          _modify { yield &self[FirstKey.self] }
        }

        private nonisolated enum FirstKey: DependencyInjection.TestDependencyKey {
          static var testValue: any APIClient { Mock() }
        }
        private var second: any APIClient {
          get { self[SecondKey.self] }
          set { self[SecondKey.self] = newValue }
          _modify { yield &self[SecondKey.self] }
        }

        private nonisolated enum SecondKey: DependencyInjection.TestDependencyKey {
          static var testValue: any APIClient { Mock() }
        }
      }
      """
    )
  }

  @Test func typesWithoutAName() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var log: @Sendable (String) -> Void = { _ in }
        @DependencyEntry var names: [String] = []
        @DependencyEntry var twoThings: any A & B = C()
      }
      """,
      """
      extension DependencyValues {
        var log: @Sendable (String) -> Void {
          get { self[LogKey.self] }
          set { self[LogKey.self] = newValue }
          _modify { yield &self[LogKey.self] }
        }

        private nonisolated enum LogKey: DependencyInjection.TestDependencyKey {
          static var testValue: @Sendable (String) -> Void { { _ in } }
        }
        var names: [String] {
          get { self[NamesKey.self] }
          set { self[NamesKey.self] = newValue }
          _modify { yield &self[NamesKey.self] }
        }

        private nonisolated enum NamesKey: DependencyInjection.TestDependencyKey {
          static var testValue: [String] { [] }
        }
        var twoThings: any A & B {
          get { self[TwoThingsKey.self] }
          set { self[TwoThingsKey.self] = newValue }
          _modify { yield &self[TwoThingsKey.self] }
        }

        private nonisolated enum TwoThingsKey: DependencyInjection.TestDependencyKey {
          static var testValue: any A & B { C() }
        }
      }
      """
    )
  }

  @Test func evidentTypes() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var isOn = true
        @DependencyEntry var ratio = -0.5
        @DependencyEntry var `name` = "Blob"
        @DependencyEntry var client = Module.Client<Int>()
      }
      """,
      """
      extension DependencyValues {
        var isOn {
          get { self[IsOnKey.self] }
          set { self[IsOnKey.self] = newValue }
          _modify { yield &self[IsOnKey.self] }
        }

        private nonisolated enum IsOnKey: DependencyInjection.TestDependencyKey {
          static var testValue: Swift.Bool { true }
        }
        var ratio {
          get { self[RatioKey.self] }
          set { self[RatioKey.self] = newValue }
          _modify { yield &self[RatioKey.self] }
        }

        private nonisolated enum RatioKey: DependencyInjection.TestDependencyKey {
          static var testValue: Swift.Double { -0.5 }
        }
        var `name` {
          get { self[NameKey.self] }
          set { self[NameKey.self] = newValue }
          _modify { yield &self[NameKey.self] }
        }

        private nonisolated enum NameKey: DependencyInjection.TestDependencyKey {
          static var testValue: Swift.String { "Blob" }
        }
        var client {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        private nonisolated enum ClientKey: DependencyInjection.TestDependencyKey {
          static var testValue: Module.Client<Int> { Module.Client<Int>() }
        }
      }
      """
    )
  }

  /// `Box(3)` may be a `Box<Int>`, and `URL(string:)` returns an optional, so the compiler has to infer the type.
  @Test func inferredTypes() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var box = Module.Box(3)
        @DependencyEntry(liveValue: Client.live, previewValue: Client.preview)
        public var client = Client.make(
          number: 3
        )
      }
      """,
      """
      extension DependencyValues {
        var box {
          get { self[BoxKey.self] }
          set { self[BoxKey.self] = newValue }
          _modify { yield &self[BoxKey.self] }
        }

        private nonisolated enum BoxKey: DependencyInjection.TestDependencyKey {
          nonisolated enum TestValue: DependencyInjection.InferredTestValue {
            static let make = { @Sendable in Module.Box(3) }
          }
          static var testValue: TestValue.Value { TestValue.make() }
        }
        public var client {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        public nonisolated enum ClientKey: DependencyInjection.DependencyKey {
          public nonisolated enum TestValue: DependencyInjection.InferredTestValue {
            public static let make = { @Sendable in
              Client.make(
                number: 3
              )
            }
          }
          public static var liveValue: TestValue.Value { Client.live }
          public static var previewValue: TestValue.Value { Client.preview }
          public static var testValue: TestValue.Value { TestValue.make() }
        }
      }
      """
    )
  }

  /// Expressions that don't determine their type.
  @Test(arguments: [".test", "nil", "[]", "[:]", ".make(3)"])
  func valuesWithoutAType(value: String) {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var box = \(value)
      }
      """,
      """
      extension DependencyValues {
        var box = \(value)
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' needs a type annotation for 'box'",
          line: 2,
          column: 24,
          fixIts: [FixItSpec(message: "Insert a type")]
        )
      ],
      fixedSource: """
        extension DependencyValues {
          @DependencyEntry var box: <#Type#> = \(value)
        }
        """
    )
  }
}
