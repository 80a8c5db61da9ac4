// swift-tools-version: 6.3

import PackageDescription

// A program written for the Composable Architecture. Its features and tests keep their imports, because the package
// has a module with that name, which re-exports Counterpoint.
let package = Package(
  name: "migration",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "counterpoint", path: "../..")
  ],
  targets: [
    .target(
      name: "ComposableArchitecture",
      dependencies: [.product(name: "Counterpoint", package: "counterpoint")]
    ),
    // The product, too: SwiftPM compiles a target again only if a direct dependency has changed.
    .target(
      name: "Stopwatch",
      dependencies: ["ComposableArchitecture", .product(name: "Counterpoint", package: "counterpoint")]
    ),
    .testTarget(
      name: "StopwatchTests",
      dependencies: [
        "ComposableArchitecture", "Stopwatch",
        .product(name: "Counterpoint", package: "counterpoint"),
        .product(name: "CounterpointTesting", package: "counterpoint"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
