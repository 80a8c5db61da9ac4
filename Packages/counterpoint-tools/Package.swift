// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "counterpoint-tools",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "counterpoint", targets: ["CounterpointCommand"]),
    .plugin(name: "CounterpointPlugin", targets: ["CounterpointPlugin"]),
    .plugin(name: "FeatureToolsPlugin", targets: ["LintFeaturesPlugin", "NewFeaturePlugin"]),
  ],
  dependencies: [
    .package(name: "counterpoint", path: "../.."),
    .package(path: "../counterpoint-terminal"),
    .package(path: "../counterpoint-web"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"604.0.0"),
  ],
  targets: [
    // MARK: The inspector
    .target(
      name: "InspectorProgram",
      dependencies: [
        counterpoint("Counterpoint"), counterpoint("CounterpointInspector"), counterpoint("CounterpointRecording"),
        counterpoint("CounterpointSupport"), terminal("CounterpointTerminal"), web("CounterpointHTML"),
        web("CounterpointSessions"), .product(name: "DequeModule", package: "swift-collections"),
      ],
      resources: [.embedInCode("Page/inspector.css")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "InspectorProgramTests",
      dependencies: [
        "InspectorProgram", counterpoint("Counterpoint"), counterpoint("CounterpointInspector"),
        counterpoint("CounterpointRecording"), counterpoint("CounterpointTestSupport"),
        counterpoint("CounterpointTesting"), terminal("CounterpointTerminal"),
        terminal("CounterpointTerminalTestSupport"), web("CounterpointHTML"), web("CounterpointSessions"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      exclude: ["Screens"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "CounterpointCommand",
      dependencies: [
        "InspectorProgram", counterpoint("Counterpoint"), counterpoint("CounterpointInspector"),
        counterpoint("CounterpointRecording"), terminal("CounterpointTerminal"), web("CounterpointSessions"),
        web("CounterpointWeb"), argumentParser,
      ],
      swiftSettings: settings
    ),
    // Does not depend on the command, which it builds when it runs. The tools of plug-ins are built apart from the
    // programs, so that almost everything would be built twice.
    .plugin(
      name: "CounterpointPlugin",
      capability: .command(
        intent: .custom(verb: "counterpoint", description: "Looks into running programs and recordings.")
      )
    ),

    // MARK: Tools for features
    .target(
      name: "FeatureTools",
      dependencies: [swiftSyntax("SwiftParser"), swiftSyntax("SwiftSyntax")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FeatureToolsTests",
      dependencies: ["FeatureTools", swiftSyntax("SwiftSyntax")],
      exclude: ["Samples"],
      swiftSettings: settings
    ),
    .executableTarget(name: "FeatureCommand", dependencies: ["FeatureTools", argumentParser], swiftSettings: settings),
    .plugin(
      name: "LintFeaturesPlugin",
      capability: .command(
        intent: .custom(verb: "lint-features", description: "Finds mistakes in features that the compiler can't find.")
      ),
      dependencies: ["FeatureCommand"]
    ),
    .plugin(
      name: "NewFeaturePlugin",
      capability: .command(
        intent: .custom(verb: "new-feature", description: "Writes a feature, its tests and its views."),
        permissions: [.writeToPackageDirectory(reason: "The command writes the files of the feature.")]
      ),
      dependencies: ["FeatureCommand"]
    ),
    .target(
      name: "WrittenFeature",
      dependencies: [
        counterpoint("Counterpoint"), terminal("CounterpointTerminal"), web("CounterpointHTML"),
        web("CounterpointSessions"),
      ],
      path: "Tests/Fixtures/written-feature/Sources",
      swiftSettings: settings
    ),
    .testTarget(
      name: "WrittenFeatureTests",
      dependencies: [
        "WrittenFeature", counterpoint("Counterpoint"), counterpoint("CounterpointTesting"),
        terminal("CounterpointTerminal"), web("CounterpointHTML"),
      ],
      path: "Tests/Fixtures/written-feature/Tests",
      swiftSettings: settings
    ),
    // The same files, compiled as in a new app project.
    .target(
      name: "WrittenMainActorFeature",
      dependencies: [
        counterpoint("Counterpoint"), terminal("CounterpointTerminal"), web("CounterpointHTML"),
        web("CounterpointSessions"),
      ],
      path: "Tests/Fixtures/written-main-actor-feature/Sources",
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]
    ),
    .target(
      name: "WrittenLogic",
      dependencies: [counterpoint("Counterpoint")],
      path: "Tests/Fixtures/split-feature/Logic",
      swiftSettings: settings
    ),
    .target(
      name: "WrittenViews",
      dependencies: [
        "WrittenLogic", counterpoint("Counterpoint"), terminal("CounterpointTerminal"), web("CounterpointHTML"),
        web("CounterpointSessions"),
      ],
      path: "Tests/Fixtures/split-feature/Views",
      swiftSettings: settings
    ),
    .testTarget(
      name: "WrittenLogicTests",
      dependencies: ["WrittenLogic", counterpoint("Counterpoint"), counterpoint("CounterpointTesting")],
      path: "Tests/Fixtures/split-feature/LogicTests",
      swiftSettings: settings
    ),
    .testTarget(
      name: "WrittenViewsTests",
      dependencies: [
        "WrittenLogic", "WrittenViews", counterpoint("Counterpoint"), terminal("CounterpointTerminal"),
        web("CounterpointHTML"),
      ],
      path: "Tests/Fixtures/split-feature/ViewsTests",
      swiftSettings: settings
    ),

    // MARK: The expansions of the macros, which are tested here because swift-syntax is built as a library here only
    .target(
      name: "MacrosUnderTest",
      dependencies: [
        "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
      ].map(swiftSyntax),
      path: "Tests/MacrosUnderTest",
      exclude: ["Plugin.swift"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CounterpointMacrosTests",
      dependencies: ["MacrosUnderTest"]
        + [
          "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
        ].map(swiftSyntax),
      exclude: ["Expansions"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

var argumentParser: Target.Dependency { .product(name: "ArgumentParser", package: "swift-argument-parser") }
func terminal(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint-terminal") }
func web(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint-web") }
func swiftSyntax(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-syntax") }

func counterpoint(_ product: String) -> Target.Dependency { .product(name: product, package: "counterpoint") }

var settings: [SwiftSetting] {
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
