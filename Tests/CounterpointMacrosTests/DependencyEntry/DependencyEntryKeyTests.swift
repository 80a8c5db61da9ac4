import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// How the key is named: as the user says, else after the type that is written, else after the property.
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

  @Test func types() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var a: any APIClient = Mock()
        @DependencyEntry var b: Module.Client = .mock
        @DependencyEntry var c: Box<Int> = .mock
        @DependencyEntry var d: (any Cache)? = nil
      }
      """,
      """
      extension DependencyValues {
        var a: any APIClient {
          get { self[APIClientKey.self] }
          set { self[APIClientKey.self] = newValue }
          _modify { yield &self[APIClientKey.self] }
        }

        private nonisolated enum APIClientKey: DependencyInjection.TestDependencyKey {
          static var testValue: any APIClient { Mock() }
        }
        var b: Module.Client {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
          _modify { yield &self[ClientKey.self] }
        }

        private nonisolated enum ClientKey: DependencyInjection.TestDependencyKey {
          static var testValue: Module.Client { .mock }
        }
        var c: Box<Int> {
          get { self[BoxKey.self] }
          set { self[BoxKey.self] = newValue }
          _modify { yield &self[BoxKey.self] }
        }

        private nonisolated enum BoxKey: DependencyInjection.TestDependencyKey {
          static var testValue: Box<Int> { .mock }
        }
        var d: (any Cache)? {
          get { self[CacheKey.self] }
          set { self[CacheKey.self] = newValue }
          _modify { yield &self[CacheKey.self] }
        }

        private nonisolated enum CacheKey: DependencyInjection.TestDependencyKey {
          static var testValue: (any Cache)? { nil }
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

  /// `Box(3)` may be a `Box<Int>`, and `URL(string:)` gives an optional.
  @Test func initialisersWithArguments() {
    let message = "'@DependencyEntry' needs a type to be written for 'box'"
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var box = Module.Box(3)
      }
      """,
      """
      extension DependencyValues {
        var box = Module.Box(3)
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: message,
          line: 2,
          column: 24,
          fixIts: [FixItSpec(message: "Insert the type 'Module.Box'")]
        )
      ],
      fixedSource: """
        extension DependencyValues {
          @DependencyEntry var box: Module.Box = Module.Box(3)
        }
        """
    )
  }
}
