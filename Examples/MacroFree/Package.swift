// swift-tools-version: 6.3

import PackageDescription

// A program that depends on the core alone. SwiftPM fetches swift-syntax, because Counterpoint's manifest names it,
// but builds nothing of it, which `Scripts/check-macro-free` verifies.
let package = Package(
  name: "macro-free",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "counterpoint", path: "../..")
  ],
  targets: [
    .target(
      name: "Station",
      dependencies: [
        .product(name: "CaseKeyPaths", package: "counterpoint"),
        .product(name: "CounterpointCore", package: "counterpoint"),
      ]
    ),
    .testTarget(name: "StationTests", dependencies: ["Station"]),
  ],
  swiftLanguageModes: [.v6]
)
