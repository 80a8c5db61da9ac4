// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-web-etcd",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "CounterpointSessionsEtcd", targets: ["CounterpointSessionsEtcd"])],
  dependencies: [
    .package(name: "counterpoint", path: "../.."),
    .package(path: "../counterpoint-etcd"),
    .package(path: "../counterpoint-web"),
  ],
  targets: [
    .target(
      name: "CounterpointSessionsEtcd",
      dependencies: [
        counterpoint("CounterpointSupport"), .product(name: "StateSharingEtcd", package: "counterpoint-etcd"),
        .product(name: "CounterpointSessions", package: "counterpoint-web"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointSessionsEtcdTests",
      dependencies: [
        "CounterpointSessionsEtcd", counterpoint("CounterpointCore"), counterpoint("CounterpointSimulation"),
        counterpoint("DependencyInjection"), counterpoint("StateSharing"),
        .product(name: "StateSharingEtcd", package: "counterpoint-etcd"),
        .product(name: "StateSharingEtcdSimulation", package: "counterpoint-etcd"),
        .product(name: "CounterpointHTML", package: "counterpoint-web"),
        .product(name: "CounterpointSessions", package: "counterpoint-web"),
        .product(name: "CounterpointSessionsSimulation", package: "counterpoint-web"),
        .product(name: "CounterpointSessionsTestSupport", package: "counterpoint-web"),
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
