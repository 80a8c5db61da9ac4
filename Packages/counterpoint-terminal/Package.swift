// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-terminal",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "CounterpointTerminal", targets: ["CounterpointTerminal"]),
    .library(name: "CounterpointTerminalTestSupport", targets: ["CounterpointTerminalTestSupport"]),
  ],
  dependencies: [
    .package(name: "counterpoint", path: "../.."),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    .target(
      name: "CounterpointTerminal",
      dependencies: [
        "CounterpointTerminalSignals", counterpoint("CounterpointCore"), counterpoint("CounterpointSupport"),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: settings
    ),
    .target(name: "CounterpointTerminalSignals"),
    .target(
      name: "CounterpointTerminalTestSupport",
      dependencies: ["CounterpointTerminal", .product(name: "CustomDump", package: "swift-custom-dump")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "terminal-fixture",
      dependencies: ["CounterpointTerminal"],
      path: "Tests/Fixtures/terminal-fixture",
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointTerminalTests",
      dependencies: [
        "CounterpointTerminal", "terminal-fixture", counterpoint("CounterpointCore"),
        counterpoint("CounterpointTestSupport"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TerminalGuideTests",
      dependencies: ["CounterpointTerminal", counterpoint("Counterpoint")],
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
