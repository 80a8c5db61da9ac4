// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Floor",
  dependencies: [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: [])],
  targets: [
    .executableTarget(name: "Floor", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
  ]
)
