// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-sqlite",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "StateSharingSQLite", targets: ["StateSharingSQLite"])],
  dependencies: [
    .package(name: "counterpoint", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(
      name: "StateSharingSQLite",
      dependencies: [
        counterpoint("CounterpointSupport"), counterpoint("DependencyInjection"), counterpoint("DurableFiles"),
        counterpoint("StateSharing"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "sqlite-fixture",
      dependencies: [
        "StateSharingSQLite", counterpoint("CounterpointSupport"), counterpoint("DurableFiles"),
        counterpoint("StateSharing"),
      ],
      path: "Tests/Fixtures/sqlite-fixture",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StateSharingSQLiteTests",
      dependencies: [
        "StateSharingSQLite", "sqlite-fixture", counterpoint("CounterpointSupport"),
        counterpoint("CounterpointTestSupport"), counterpoint("DependencyInjection"), counterpoint("DurableFiles"),
        counterpoint("StateSharing"),
        counterpoint("StateSharingTestSupport"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

func counterpoint(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint") }

var settings: [SwiftSetting] {
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
