// swift-tools-version: 6.3

import PackageDescription

// Programs that scripts in this folder start, kill, attack, and play in browsers.
let package = Package(
  name: "counterpoint-verification",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "counterpoint", path: ".."),
    .package(path: "../Packages/counterpoint-etcd"),
    .package(path: "../Packages/counterpoint-sqlite"),
    .package(path: "../Packages/counterpoint-web"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .executableTarget(
      name: "etcd-fixture",
      dependencies: [
        counterpoint("DependencyInjection"), counterpoint("StateSharing"),
        .product(name: "StateSharingEtcd", package: "counterpoint-etcd"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "recording-fixture",
      dependencies: [counterpoint("Counterpoint"), counterpoint("CounterpointRecording")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "soak-fixture",
      dependencies: [
        counterpoint("CounterpointSupport"), counterpoint("StateSharing"),
        .product(name: "StateSharingSQLite", package: "counterpoint-sqlite"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "web-fixture",
      dependencies: [
        counterpoint("Counterpoint"), counterpoint("CounterpointCore"), counterpoint("DependencyInjection"),
        web("CounterpointHTML"), web("CounterpointRoutes"), web("CounterpointSessions"),
        web("CounterpointSessionsTestSupport"), web("CounterpointWeb"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      resources: [.embedInCode("planner.js")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

func counterpoint(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint") }

func web(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint-web") }

var settings: [SwiftSetting] {
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
