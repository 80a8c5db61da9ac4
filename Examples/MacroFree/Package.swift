// swift-tools-version: 6.3

import PackageDescription

// A program that depends on the core alone. Without traits SwiftPM neither fetches nor builds swift-syntax,
// which `Scripts/check-macro-free` verifies.
let package = Package(
  name: "macro-free",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "counterpoint", path: "../..", traits: [])
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
