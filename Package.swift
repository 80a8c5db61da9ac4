// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

/// A module of Swift code.
struct Module {
  let name: String
  /// The modules of this package that it uses, and all that these use.
  ///
  /// SwiftPM compiles a module again if the interface of a direct dependency has changed, but that of `Counterpoint`
  /// stays the same when a module that it re-exports changes. What was compiled before would access values with an old
  /// layout. So targets and products name all modules that they need.
  let uses: [String]
  let target: Target

  init(
    _ name: String,
    uses: [Module] = [],
    macros: Bool = false,
    _ external: Target.Dependency...
  ) {
    self.name = name
    self.uses = Set(uses.flatMap { $0.uses + [$0.name] }).sorted()
    target = .target(
      name: name,
      dependencies: self.uses.map { .target(name: $0) }
        + (macros ? [.target(name: "CounterpointMacros", condition: .when(traits: ["Macros"]))] : []) + external,
      swiftSettings: settings
    )
  }

  var product: Product { .library(name: name, targets: [name] + uses) }
}

/// A target of tests, or of a program that they start.
func tests(
  _ name: String,
  _ modules: [Module],
  starting program: String? = nil,
  settings extra: [SwiftSetting] = [],
  _ external: Target.Dependency...
) -> Target {
  .testTarget(
    name: name,
    dependencies: names(modules) + (program.map { [.target(name: $0)] } ?? []) + external,
    swiftSettings: settings + extra
  )
}

/// A program that tests start, in a folder of `Tests/Fixtures`.
func fixture(_ name: String, _ modules: [Module], _ external: Target.Dependency...) -> Target {
  .executableTarget(
    name: name,
    dependencies: names(modules) + external,
    path: "Tests/Fixtures/\(name)",
    swiftSettings: settings
  )
}

func names(_ modules: [Module]) -> [Target.Dependency] {
  Set(modules.flatMap { $0.uses + [$0.name] }).sorted().map { .target(name: $0) }
}

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let issues = Target.Dependency.product(name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueTests = Target.Dependency.product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
let ordered = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")

func swiftSyntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

// MARK: Modules, from the bottom up

let support = Module("CounterpointSupport", issues)
let testSupport = Module("CounterpointTestSupport", uses: [support], issues)

let caseKeyPaths = Module("CaseKeyPaths", issues)
let identifiedArrays = Module("IdentifiedArrays", ordered)
let clocks = Module("ControlledClocks", uses: [support], heap, issues)
let injection = Module("DependencyInjection", uses: [clocks, support], "CounterpointThreadLocals", issues)
let networking = Module("DependencyInjectionNetworking", uses: [injection, support], issues)
let injectionTesting = Module("DependencyInjectionTestSupport", uses: [injection, support], issueTests)
let files = Module("DurableFiles", uses: [support])
let sharing = Module(
  "StateSharing",
  uses: [injection, files, identifiedArrays, support],
  "CounterpointThreadLocals",
  customDump,
  deque,
  issues
)
let sharingTesting = Module("StateSharingTestSupport", uses: [support, sharing])

let core = Module(
  "CounterpointCore",
  uses: [caseKeyPaths, injection, identifiedArrays, support, sharing],
  "CounterpointThreadLocals",
  customDump,
  deque,
  issues,
  ordered
)
let counterpoint = Module("Counterpoint", uses: [core, clocks], macros: true, customDump, issues)
let recording = Module("CounterpointRecording", uses: [core], "CounterpointThreadLocals", issues)
let testing = Module(
  "CounterpointTesting",
  uses: [core, recording, injectionTesting],
  customDump,
  deque,
  issues,
  issueTests
)
let simulation = Module("CounterpointSimulation", uses: [sharing], "CounterpointSimulatedCalls", heap, issues)
let inspector = Module("CounterpointInspector", uses: [recording], deque, issues)
let swiftUI = Module("CounterpointSwiftUI", uses: [counterpoint], macros: true)

let modules = [
  support, testSupport, caseKeyPaths, identifiedArrays, clocks, injection, networking, injectionTesting, files, sharing,
  sharingTesting, core, counterpoint, recording, testing, simulation, inspector, swiftUI,
]

let package = Package(
  name: "counterpoint",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: modules.map(\.product),
  traits: [
    .trait(name: "Macros", description: "The macros of features and dependencies; needs swift-syntax"),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"604.0.0"),
  ],
  targets: modules.map(\.target) + [
    .target(name: "CounterpointSimulatedCalls"),
    .target(name: "CounterpointThreadLocals"),
    .macro(
      name: "CounterpointMacros",
      dependencies: [
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
        "SwiftSyntaxMacros",
      ].map(swiftSyntax),
      swiftSettings: settings
    ),

    tests("CounterpointSupportTests", [support]),
    tests("CaseKeyPathsTests", [caseKeyPaths, testSupport], issueTests),
    tests("IdentifiedArraysTests", [identifiedArrays, testSupport], ordered),
    tests("ControlledClocksTests", [clocks, testSupport], deque, issueTests),
    tests("DependencyInjectionTests", [injectionTesting, testSupport], starting: "dependency-fixture"),
    fixture("dependency-fixture", [injection]),
    tests("DependencyInjectionNetworkingTests", [networking, injectionTesting, testSupport]),
    tests("DurableFilesTests", [files, testSupport], starting: "files-fixture"),
    fixture("files-fixture", [files]),
    tests(
      "StateSharingTests",
      [sharingTesting, injectionTesting, testSupport],
      starting: "sharing-fixture",
      customDump,
      issueTests
    ),
    fixture("sharing-fixture", [sharingTesting, testSupport], issues),
    tests("CounterpointCoreTests", [core, clocks, testSupport], customDump, issueTests),
    tests("CounterpointTests", [counterpoint, testSupport], customDump, issueTests),
    tests("CounterpointFuzzTests", [counterpoint, testSupport], ordered),
    tests("CounterpointMainActorTests", [counterpoint], settings: [.defaultIsolation(MainActor.self)]),
    tests("CounterpointSwift5Tests", [counterpoint], settings: [.swiftLanguageMode(.v5)]),
    tests("CounterpointRecordingTests", [counterpoint, recording, testSupport], issues, issueTests, ordered),
    tests("CounterpointTestingTests", [counterpoint, testing, testSupport], issues),
    tests(
      "CounterpointSimulationTests",
      [counterpoint, recording, simulation, testSupport],
      "CounterpointSimulatedCalls",
      issues
    ),
    tests("CounterpointInspectorTests", [counterpoint, inspector, testSupport], issues, issueTests),
    tests("GuideTests", [counterpoint, testing, sharingTesting, testSupport]),
    // The same files, compiled as in a new app project.
    tests(
      "GuideMainActorTests",
      [counterpoint, testing, sharingTesting, testSupport],
      settings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
