// swift-tools-version: 6.3

import PackageDescription

let counterpoint = Target.Dependency.product(name: "Counterpoint", package: "counterpoint")
let testing = Target.Dependency.product(name: "CounterpointTesting", package: "counterpoint")

// A program written for the Composable Architecture. Its features and tests keep their imports, because the package
// has modules with those names, which re-export Counterpoint.
let package = Package(
  name: "migration",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "counterpoint", path: "../..")
  ],
  targets: [
    .target(name: "CasePaths", dependencies: [counterpoint]),
    .target(name: "Clocks", dependencies: [counterpoint]),
    .target(name: "ComposableArchitecture", dependencies: [counterpoint]),
    .target(name: "ConcurrencyExtras", dependencies: [counterpoint]),
    .target(name: "Dependencies", dependencies: [counterpoint]),
    .target(name: "DependenciesMacros", dependencies: [counterpoint]),
    .target(name: "DependenciesTestSupport", dependencies: [testing]),
    .target(name: "IdentifiedCollections", dependencies: [counterpoint]),
    .target(name: "Sharing", dependencies: [counterpoint]),
    // The product, too: SwiftPM compiles a target again only if a direct dependency has changed.
    .target(name: "Stopwatch", dependencies: ["ComposableArchitecture", counterpoint]),
    .testTarget(
      name: "StopwatchTests",
      dependencies: [
        "CasePaths", "Clocks", "ComposableArchitecture", "ConcurrencyExtras", "Dependencies", "DependenciesMacros",
        "DependenciesTestSupport", "IdentifiedCollections", "Sharing", "Stopwatch",
        counterpoint, testing,
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
