// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-web",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // A product names the modules that its own re-exports or passes on: see the manifest of the root.
    .library(name: "CounterpointHTML", targets: ["CounterpointHTML"]),
    .library(name: "CounterpointRoutes", targets: ["CounterpointRoutes"]),
    .library(name: "CounterpointSessions", targets: sessions),
    .library(
      name: "CounterpointSessionsSimulation",
      targets: sessions + ["CounterpointSessionsTestSupport", "CounterpointSessionsSimulation"]
    ),
    .library(name: "CounterpointSessionsTestSupport", targets: sessions + ["CounterpointSessionsTestSupport"]),
    .library(name: "CounterpointWeb", targets: sessions + ["CounterpointWeb"]),
  ],
  dependencies: [
    .package(name: "counterpoint", path: "../.."),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: Pages as values, and visitors with stores
    .target(
      name: "CounterpointHTML",
      dependencies: [counterpoint("CounterpointSupport"), issueReporting],
      swiftSettings: settings
    ),
    .target(name: "CounterpointRoutes", dependencies: [counterpoint("CaseKeyPaths")], swiftSettings: settings),
    .target(
      name: "CounterpointSessions",
      dependencies: [
        "CounterpointHTML", "CounterpointRoutes", counterpoint("CounterpointCore"),
        counterpoint("CounterpointSupport"), counterpoint("DependencyInjection"), counterpoint("DurableFiles"),
        counterpoint("StateSharing"), issueReporting,
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      resources: [
        .embedInCode("Site/stream.js"), .embedInCode("Site/addresses.js"), .embedInCode("Site/fields.js"),
        .embedInCode("Site/lists.js"), .embedInCode("Site/page.js"), .embedInCode("Site/uploads.js"),
        .embedInCode("Site/hooks.js"), .embedInCode("Site/counterpoint.js"), .embedInCode("App/standard.css"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "CounterpointSessionsTestSupport",
      dependencies: ["CounterpointHTML", "CounterpointSessions"],
      swiftSettings: settings
    ),
    .target(
      name: "CounterpointSessionsSimulation",
      dependencies: [
        "CounterpointHTML", "CounterpointSessions", "CounterpointSessionsTestSupport",
        counterpoint("CounterpointSimulation"), counterpoint("CounterpointSupport"),
        counterpoint("DependencyInjection"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointHTMLTests",
      dependencies: ["CounterpointHTML", counterpoint("CounterpointTestSupport"), issueReportingTests],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointRoutesTests",
      dependencies: [
        "CounterpointRoutes", counterpoint("CaseKeyPaths"), counterpoint("Counterpoint"),
        counterpoint("CounterpointTestSupport"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointSessionsTests",
      dependencies: [
        "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions", "CounterpointSessionsTestSupport",
        counterpoint("ControlledClocks"), counterpoint("Counterpoint"), counterpoint("CounterpointCore"),
        counterpoint("CounterpointSupport"), counterpoint("CounterpointTestSupport"),
        counterpoint("DependencyInjection"), counterpoint("StateSharing"), issueReportingTests,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointSessionsSimulationTests",
      dependencies: [
        "CounterpointHTML", "CounterpointSessions", "CounterpointSessionsSimulation",
        "CounterpointSessionsTestSupport", counterpoint("CounterpointCore"), counterpoint("CounterpointSimulation"),
        counterpoint("CounterpointSupport"), counterpoint("StateSharing"),
      ],
      swiftSettings: settings
    ),

    // MARK: The server
    .target(
      name: "CounterpointWeb",
      dependencies: [
        "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions", counterpoint("CounterpointSupport"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointWebTests",
      dependencies: [
        "CounterpointHTML", "CounterpointSessions", "CounterpointWeb", counterpoint("CounterpointCore"),
        counterpoint("CounterpointSupport"), counterpoint("CounterpointTestSupport"),
        counterpoint("DependencyInjection"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WebGuideTests",
      dependencies: [
        "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions", "CounterpointSessionsTestSupport",
        "CounterpointWeb", counterpoint("Counterpoint"), counterpoint("CounterpointTestSupport"),
        counterpoint("CounterpointTesting"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

var sessions: [String] { ["CounterpointHTML", "CounterpointRoutes", "CounterpointSessions"] }
var issueReporting: Target.Dependency { .product(name: "IssueReporting", package: "xctest-dynamic-overlay") }
var issueReportingTests: Target.Dependency {
  .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
}

func counterpoint(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint") }

var settings: [SwiftSetting] {
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
