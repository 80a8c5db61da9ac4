// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-etcd",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StateSharingEtcd", targets: ["StateSharingEtcd"]),
    .library(name: "StateSharingEtcdSimulation", targets: ["StateSharingEtcdSimulation"]),
  ],
  dependencies: [
    .package(name: "counterpoint", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    .target(
      name: "StateSharingEtcd",
      dependencies: [
        counterpoint("CounterpointSupport"), counterpoint("DependencyInjection"), counterpoint("StateSharing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "StateSharingEtcdSimulation",
      dependencies: ["StateSharingEtcd", counterpoint("CounterpointSimulation"), counterpoint("CounterpointSupport")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StateSharingEtcdTests",
      dependencies: [
        "StateSharingEtcd", "StateSharingEtcdSimulation", counterpoint("CounterpointSimulation"),
        counterpoint("CounterpointSupport"), counterpoint("CounterpointTestSupport"),
        counterpoint("DependencyInjection"), counterpoint("StateSharing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
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
