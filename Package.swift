// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "counterpoint",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Counterpoint", targets: ["Counterpoint"]),
    .library(name: "CounterpointCore", targets: ["CounterpointCore"]),
    .library(name: "CaseKeyPaths", targets: ["CaseKeyPaths"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // MARK: Parts
    .target(
      name: "CaseKeyPaths",
      dependencies: [.product(name: "IssueReporting", package: "xctest-dynamic-overlay")]
    ),
    .testTarget(
      name: "CaseKeyPathsTests",
      dependencies: [
        "CaseKeyPaths",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),

    // MARK: Core
    .target(
      name: "CounterpointCore",
      dependencies: [
        "CaseKeyPaths",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "CounterpointCoreTests",
      dependencies: [
        "CounterpointCore",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),

    // MARK: Umbrella
    .target(name: "Counterpoint", dependencies: ["CaseKeyPaths", "CounterpointCore"]),
  ],
  swiftLanguageModes: [.v6]
)

// One set of compiler settings for every Swift target. Warnings are errors in CI, where nobody would read them.
for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  if Context.environment["CI"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
