// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-benchmarks",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "Macros", description: "The plug-in of the macros is built; without it, it is given to the compiler"),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(
      name: "counterpoint",
      path: "..",
      traits: [.trait(name: "Macros", condition: .when(traits: ["Macros"]))]
    ),
    // Without traits: nothing is interposed. Allocations are counted by `AllocationCounter`.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(name: "AllocationCounter"),
    // The features of these two are those of the benchmarks, by symbolic links.
    .executableTarget(
      name: "CountedCases",
      dependencies: [
        .product(name: "Counterpoint", package: "counterpoint"),
        .product(name: "CounterpointTesting", package: "counterpoint"),
      ]
    ),
    .executableTarget(
      name: "ManyActors",
      dependencies: ["AllocationCounter", .product(name: "Counterpoint", package: "counterpoint")]
    ),
    .executableTarget(
      name: "Recordings",
      dependencies: [
        "AllocationCounter",
        .product(name: "Counterpoint", package: "counterpoint"),
        .product(name: "CounterpointInspector", package: "counterpoint"),
        .product(name: "CounterpointRecording", package: "counterpoint"),
        .product(name: "CounterpointTesting", package: "counterpoint"),
      ]
    ),
    .executableTarget(name: "Scaling"),
    .executableTarget(
      name: "CounterpointBenchmarks",
      dependencies: [
        "AllocationCounter",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "ControlledClocks", package: "counterpoint"),
        .product(name: "Counterpoint", package: "counterpoint"),
        .product(name: "CounterpointTesting", package: "counterpoint"),
        .product(name: "DependencyInjection", package: "counterpoint"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "StateSharing", package: "counterpoint"),
      ],
      path: "Benchmarks/CounterpointBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
