// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

// What macros, commands and examples need is fetched with any trait, and the default one has no other effect. If each
// trait enabled the default one, two would be enabled: SwiftPM passes them to the compiler in a random order, and the
// compiler builds everything again when the order changes.
let withAnyTrait: TargetDependencyCondition? = .when(traits: ["Etcd", "Macros", "SQLite", "SwiftUI", "Web"])

/// The products of swift-syntax that the sources of the macros import.
let macroDependencies: [Target.Dependency] = [
  "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
].map { .product(name: $0, package: "swift-syntax", condition: withAnyTrait) }

let package = Package(
  name: "counterpoint",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Counterpoint", targets: ["Counterpoint"]),
    .library(name: "CounterpointCore", targets: ["CounterpointCore"]),
    .library(name: "CounterpointHTML", targets: ["CounterpointHTML"]),
    .library(name: "CounterpointInspector", targets: ["CounterpointInspector"]),
    .library(name: "CounterpointRecording", targets: ["CounterpointRecording"]),
    .library(name: "CounterpointRoutes", targets: ["CounterpointRoutes"]),
    .library(name: "CounterpointSessions", targets: ["CounterpointSessions"]),
    .library(name: "CounterpointSessionsEtcd", targets: ["CounterpointSessionsEtcd"]),
    .library(name: "CounterpointSessionsTestSupport", targets: ["CounterpointSessionsTestSupport"]),
    .library(name: "CounterpointSwiftUI", targets: ["CounterpointSwiftUI"]),
    .library(name: "CounterpointTerminal", targets: ["CounterpointTerminal"]),
    .library(name: "CounterpointWeb", targets: ["CounterpointWeb"]),
    .library(name: "CounterpointTesting", targets: ["CounterpointTesting"]),
    .library(name: "CaseKeyPaths", targets: ["CaseKeyPaths"]),
    .library(name: "ControlledClocks", targets: ["ControlledClocks"]),
    .library(name: "DependencyInjection", targets: ["DependencyInjection"]),
    .library(name: "DependencyInjectionNetworking", targets: ["DependencyInjectionNetworking"]),
    .library(name: "DependencyInjectionTestSupport", targets: ["DependencyInjectionTestSupport"]),
    .library(name: "IdentifiedArrays", targets: ["IdentifiedArrays"]),
    .library(name: "StateSharing", targets: ["StateSharing"]),
    .library(name: "StateSharingEtcd", targets: ["StateSharingEtcd"]),
    .library(name: "StateSharingSQLite", targets: ["StateSharingSQLite"]),
    .library(name: "StateSharingTestSupport", targets: ["StateSharingTestSupport"]),
    .executable(name: "counterpoint", targets: ["CounterpointCommand"]),
    .plugin(name: "CounterpointPlugin", targets: ["CounterpointPlugin"]),
    .plugin(name: "FeatureToolsPlugin", targets: ["LintFeaturesPlugin", "NewFeaturePlugin"]),
    .executable(name: "board", targets: ["BoardCommand"]),
    .executable(name: "board-web", targets: ["BoardWebCommand"]),
    .executable(name: "primetime", targets: ["PrimeTimeCommand"]),
    .executable(name: "primetime-web", targets: ["PrimeTimeWebCommand"]),
    .executable(name: "members-web", targets: ["MembersCommand"]),
    .executable(name: "gallery", targets: ["GalleryCommand"]),
    .executable(name: "sharedstats", targets: ["SharedStatsCommand"]),
    .executable(name: "signup", targets: ["SignUpCommand"]),
    .executable(name: "signup-web", targets: ["SignUpWebCommand"]),
  ],
  // What no trait needs is neither fetched nor built: databases and servers only where they are wanted, and nothing of
  // macros and commands for a package with `traits: []`. The variables are for the repository's own builds and tests,
  // which enable all at once: each set of traits builds everything again.
  traits: [
    .trait(
      name: "Macros",
      description: "The macros, the package's commands and the examples; needs swift-syntax, ArgumentParser"
    ),
    .trait(
      name: "Etcd",
      description: "Shared values in an etcd cluster (StateSharingEtcd); needs AsyncHTTPClient"
    ),
    .trait(
      name: "SQLite",
      description: "Shared values in SQLite databases (StateSharingSQLite); needs libsqlite3"
    ),
    .trait(
      name: "SwiftUI",
      description: "Glue for SwiftUI (CounterpointSwiftUI), type-checked but never run"
    ),
    .trait(
      name: "Web",
      description: "The server for browsers (CounterpointWeb); needs Hummingbird"
    ),
    .default(
      enabledTraits: Set(
        ["Macros"]
          + ["Etcd", "SQLite", "Web"].filter { Context.environment["COUNTERPOINT_\($0.uppercased())"] != nil }
      )
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Only with the trait `Web`: without it nothing of it is fetched or built.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    // Only with the trait `Etcd`.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"604.0.0"),
  ],
  targets: [
    // MARK: Parts
    .target(
      name: "CaseKeyPaths",
      dependencies: [.product(name: "IssueReporting", package: "xctest-dynamic-overlay")]
    ),
    .testTarget(
      name: "CaseKeyPathsTests",
      dependencies: [
        "CaseKeyPaths", "CounterpointTestSupport",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "ControlledClocks",
      dependencies: [
        "CounterpointSupport",
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "ControlledClocksTests",
      dependencies: [
        "ControlledClocks", "CounterpointTestSupport", "CounterpointSupport",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "DependencyInjection",
      dependencies: [
        "ControlledClocks", "CounterpointSupport", "CounterpointThreadLocals",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "DependencyInjectionNetworking",
      dependencies: [
        "DependencyInjection", "CounterpointSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "DependencyInjectionNetworkingTests",
      dependencies: [
        "CounterpointTestSupport", "DependencyInjection", "DependencyInjectionNetworking",
        "DependencyInjectionTestSupport",
        "CounterpointSupport",
      ]
    ),
    .target(
      name: "DependencyInjectionTestSupport",
      dependencies: [
        "DependencyInjection", "CounterpointSupport",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .executableTarget(
      name: "dependency-fixture",
      dependencies: ["DependencyInjection"],
      path: "Tests/Fixtures/dependency-fixture"
    ),
    .testTarget(
      name: "DependencyInjectionTests",
      dependencies: [
        "CounterpointTestSupport", "DependencyInjection", "DependencyInjectionTestSupport", "CounterpointSupport",
        "dependency-fixture",
      ]
    ),
    .target(
      name: "IdentifiedArrays",
      dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]
    ),
    .testTarget(
      name: "IdentifiedArraysTests",
      dependencies: [
        "CounterpointTestSupport", "IdentifiedArrays",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .target(
      name: "StateSharing",
      dependencies: [
        "CounterpointThreadLocals", "DependencyInjection", "IdentifiedArrays", "CounterpointSupport",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "StateSharingSQLite",
      dependencies: [
        "DependencyInjection", "CounterpointSupport", "StateSharing",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "StateSharingEtcd",
      dependencies: [
        "DependencyInjection", "CounterpointSupport", "StateSharing",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Etcd"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Etcd"])),
      ]
    ),
    .executableTarget(
      name: "etcd-fixture",
      dependencies: ["StateSharing", "StateSharingEtcd"],
      path: "Tests/Fixtures/etcd-fixture"
    ),
    .testTarget(
      name: "StateSharingEtcdTests",
      dependencies: [
        "CounterpointSupport", "CounterpointTestSupport", "DependencyInjection", "StateSharing", "StateSharingEtcd",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(name: "StateSharingTestSupport", dependencies: ["CounterpointSupport", "StateSharing"]),
    .executableTarget(
      name: "sharing-fixture",
      dependencies: [
        "CounterpointTestSupport", "DependencyInjection", "CounterpointSupport", "StateSharing", "StateSharingSQLite",
        "StateSharingTestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/Fixtures/sharing-fixture"
    ),
    .executableTarget(
      name: "soak-fixture",
      dependencies: [
        "CounterpointSupport", "StateSharing", "StateSharingSQLite",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/Fixtures/soak-fixture"
    ),
    .testTarget(
      name: "StateSharingTests",
      dependencies: [
        "ControlledClocks", "CounterpointTestSupport", "DependencyInjection", "DependencyInjectionTestSupport",
        "IdentifiedArrays", "CounterpointSupport", "StateSharing", "StateSharingSQLite", "StateSharingTestSupport",
        "sharing-fixture",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),

    // MARK: Shared by the modules, not for users
    .target(name: "CounterpointThreadLocals"),
    .target(
      name: "CounterpointSupport",
      dependencies: [.product(name: "IssueReporting", package: "xctest-dynamic-overlay")]
    ),
    .testTarget(name: "CounterpointSupportTests", dependencies: ["CounterpointSupport"]),
    .target(
      name: "CounterpointTestSupport",
      dependencies: ["CounterpointSupport", .product(name: "IssueReporting", package: "xctest-dynamic-overlay")],
      path: "Tests/CounterpointTestSupport"
    ),

    // MARK: Core
    .target(
      name: "CounterpointCore",
      dependencies: [
        "CaseKeyPaths",
        "CounterpointThreadLocals",
        "DependencyInjection",
        "IdentifiedArrays",
        "CounterpointSupport",
        "StateSharing",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "CounterpointCoreTests",
      dependencies: [
        "ControlledClocks", "CounterpointCore", "CounterpointTestSupport", "DependencyInjection", "CounterpointSupport",
        "StateSharing",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),

    // MARK: Macros, which need swift-syntax; the core and the parts build without it
    .macro(
      name: "CounterpointMacros",
      dependencies: macroDependencies + [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: withAnyTrait)
      ]
    ),
    // The same sources, by a symbolic link. If tests depended on the plug-in, SwiftPM would build all tests and their
    // dependencies as tools of the build, and the dependencies a second time for the programs.
    .target(
      name: "MacrosUnderTest",
      dependencies: macroDependencies,
      path: "Tests/MacrosUnderTest",
      exclude: ["Plugin.swift"]
    ),
    .testTarget(
      name: "CounterpointMacrosTests",
      dependencies: [
        "MacrosUnderTest",
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: withAnyTrait),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax", condition: withAnyTrait),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: withAnyTrait),
        .product(
          name: "SwiftSyntaxMacrosGenericTestSupport",
          package: "swift-syntax",
          condition: withAnyTrait
        ),
      ]
    ),

    // MARK: Tools for features, which need swift-syntax too; a package builds them when it runs them
    .target(
      name: "FeatureTools",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax", condition: withAnyTrait),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: withAnyTrait),
      ]
    ),
    .testTarget(
      name: "FeatureToolsTests",
      dependencies: [
        "FeatureTools", .product(name: "SwiftSyntax", package: "swift-syntax", condition: withAnyTrait),
      ],
      exclude: ["Samples"]
    ),
    .executableTarget(
      name: "FeatureCommand",
      dependencies: [
        "FeatureTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ]
    ),
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
      dependencies: ["Counterpoint", "CounterpointHTML", "CounterpointSessions", "CounterpointTerminal"],
      path: "Tests/Fixtures/written-feature/Sources"
    ),
    .testTarget(
      name: "WrittenFeatureTests",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointTerminal", "CounterpointTesting", "WrittenFeature",
      ],
      path: "Tests/Fixtures/written-feature/Tests"
    ),

    // MARK: Umbrella
    .target(
      name: "Counterpoint",
      dependencies: [
        "CaseKeyPaths", "ControlledClocks", "CounterpointCore", "CounterpointMacros", "DependencyInjection",
        "IdentifiedArrays", "StateSharing",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "CounterpointTests",
      dependencies: [
        "Counterpoint", "CounterpointTestSupport", "CounterpointSupport",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "CounterpointFuzzTests",
      dependencies: [
        "Counterpoint", "CounterpointTestSupport",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "CounterpointMainActorTests",
      dependencies: ["Counterpoint"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "CounterpointSwift5Tests",
      dependencies: ["Counterpoint"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),

    // MARK: Recording
    .target(
      name: "CounterpointRecording",
      dependencies: [
        "CounterpointCore", "CounterpointSupport", "CounterpointThreadLocals", "DependencyInjection", "StateSharing",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .executableTarget(
      name: "recording-fixture",
      dependencies: ["Counterpoint", "CounterpointRecording"],
      path: "Tests/Fixtures/recording-fixture"
    ),
    .testTarget(
      name: "CounterpointRecordingTests",
      dependencies: [
        "Counterpoint", "CounterpointRecording", "CounterpointSupport", "CounterpointTestSupport", "SignUp",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),

    // MARK: Inspecting
    .target(
      name: "CounterpointInspector",
      dependencies: [
        "CounterpointCore", "CounterpointRecording", "CounterpointSupport", "DependencyInjection", "StateSharing",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "CounterpointInspectorTests",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointSupport",
        "CounterpointTestSupport", "SignUp",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "InspectorProgram",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointInspector", "CounterpointRecording", "CounterpointSessions",
        "CounterpointSupport", "CounterpointTerminal",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      resources: [.embedInCode("Page/inspector.css")]
    ),
    .testTarget(
      name: "InspectorProgramTests",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointInspector", "CounterpointRecording", "CounterpointSessions",
        "CounterpointTerminal", "CounterpointTestSupport", "CounterpointTesting", "ExampleTestSupport",
        "InspectorProgram",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      exclude: ["Screens"]
    ),
    .executableTarget(
      name: "CounterpointCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointSessions",
        "CounterpointTerminal", "InspectorProgram",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
        .target(name: "CounterpointWeb", condition: .when(traits: ["Web"])),
      ]
    ),
    // Does not depend on the command, which it builds when it runs. The tools of plug-ins are built apart from the
    // programs, so that almost the whole package would be built twice.
    .plugin(
      name: "CounterpointPlugin",
      capability: .command(
        intent: .custom(verb: "counterpoint", description: "Looks into running programs and recordings.")
      )
    ),

    .target(name: "CounterpointSwiftUI", dependencies: ["Counterpoint"]),

    // MARK: Testing
    .target(
      name: "CounterpointTesting",
      dependencies: [
        "CaseKeyPaths", "ControlledClocks", "CounterpointCore", "CounterpointRecording", "DependencyInjection",
        "DependencyInjectionTestSupport",
        "IdentifiedArrays", "CounterpointSupport", "StateSharing",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "CounterpointTestingTests",
      dependencies: [
        "Counterpoint", "CounterpointRecording", "CounterpointSupport", "CounterpointTestSupport",
        "CounterpointTesting", "SharedStats",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),

    // MARK: Guides: the code of the documentation's pages
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions",
        "CounterpointSessionsTestSupport", "CounterpointTestSupport", "CounterpointTerminal", "CounterpointTesting",
        "CounterpointSupport", "CounterpointWeb", "SignUp", "StateSharingTestSupport",
      ]
    ),

    // MARK: Terminal
    .target(
      name: "CounterpointTerminal",
      dependencies: [
        "CounterpointCore", "CounterpointTerminalSignals", "CounterpointSupport",
        .product(name: "DequeModule", package: "swift-collections"),
      ]
    ),
    .target(name: "CounterpointTerminalSignals"),
    .executableTarget(
      name: "terminal-fixture",
      dependencies: ["CounterpointTerminal"],
      path: "Tests/Fixtures/terminal-fixture"
    ),
    .testTarget(
      name: "CounterpointTerminalTests",
      dependencies: ["CounterpointCore", "CounterpointTerminal", "CounterpointTestSupport", "terminal-fixture"]
    ),

    // MARK: Web: pages as values and visitors with stores; the server itself is apart
    .target(
      name: "CounterpointHTML",
      dependencies: ["CounterpointSupport", .product(name: "IssueReporting", package: "xctest-dynamic-overlay")]
    ),
    .testTarget(
      name: "CounterpointHTMLTests",
      dependencies: [
        "CounterpointHTML", "CounterpointTestSupport",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(name: "CounterpointRoutes", dependencies: ["CaseKeyPaths"]),
    .testTarget(
      name: "CounterpointRoutesTests",
      dependencies: ["CaseKeyPaths", "Counterpoint", "CounterpointRoutes", "CounterpointTestSupport"]
    ),
    .target(
      name: "CounterpointSessions",
      dependencies: [
        "CounterpointCore", "CounterpointHTML", "CounterpointRoutes", "DependencyInjection", "CounterpointSupport",
        "StateSharing",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      resources: [
        .embedInCode("Site/stream.js"), .embedInCode("Site/addresses.js"), .embedInCode("Site/fields.js"),
        .embedInCode("Site/lists.js"), .embedInCode("Site/uploads.js"), .embedInCode("Site/hooks.js"),
        .embedInCode("Site/counterpoint.js"), .embedInCode("App/standard.css"),
      ]
    ),
    .testTarget(
      name: "CounterpointSessionsTests",
      dependencies: [
        "ControlledClocks", "Counterpoint", "CounterpointCore", "CounterpointHTML", "CounterpointRoutes",
        "CounterpointSessions", "CounterpointSessionsTestSupport", "DependencyInjection", "CounterpointSupport",
        "CounterpointTestSupport", "StateSharing",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "CounterpointSessionsTestSupport",
      dependencies: ["CounterpointHTML", "CounterpointSessions"]
    ),
    .target(
      name: "CounterpointSessionsEtcd",
      dependencies: ["CounterpointSessions", "CounterpointSupport", "StateSharingEtcd"]
    ),
    .testTarget(
      name: "CounterpointSessionsEtcdTests",
      dependencies: ["CounterpointSessions", "CounterpointSessionsEtcd", "StateSharingEtcd"]
    ),
    .target(
      name: "CounterpointWeb",
      dependencies: [
        "CounterpointSessions", "CounterpointSupport",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Web"])),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: .when(traits: ["Web"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Web"])),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Web"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Web"])),
      ]
    ),
    .testTarget(
      name: "CounterpointWebTests",
      dependencies: [
        "CounterpointCore", "CounterpointHTML", "CounterpointSessions", "CounterpointTestSupport", "CounterpointWeb",
        "CounterpointSupport",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Web"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
        .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Web"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Web"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: .when(traits: ["Web"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Web"])),
      ]
    ),
    .executableTarget(
      name: "web-fixture",
      dependencies: [
        "Counterpoint", "CounterpointCore", "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions",
        "CounterpointWeb", "DependencyInjection",
      ],
      path: "Tests/Fixtures/web-fixture",
      resources: [.embedInCode("planner.js")]
    ),

    // MARK: Shared by the examples
    .target(
      name: "ExampleCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/Support/Sources/ExampleCommand"
    ),
    .target(
      name: "ExampleTestSupport",
      dependencies: ["CounterpointTerminal", .product(name: "CustomDump", package: "swift-custom-dump")],
      path: "Examples/Support/Sources/ExampleTestSupport"
    ),

    // MARK: PrimeTime
    .target(
      name: "PrimeTime",
      dependencies: ["Counterpoint"],
      path: "Examples/PrimeTime/Sources/PrimeTime"
    ),
    .testTarget(
      name: "PrimeTimeTests",
      dependencies: [
        "Counterpoint", "CounterpointTestSupport", "CounterpointTesting", "ExampleTestSupport", "PrimeTime",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Examples/PrimeTime/Tests/PrimeTimeTests"
    ),
    .target(
      name: "PrimeTimeTerminal",
      dependencies: ["Counterpoint", "CounterpointTerminal", "PrimeTime"],
      path: "Examples/PrimeTime/Sources/PrimeTimeTerminal"
    ),
    .testTarget(
      name: "PrimeTimeTerminalTests",
      dependencies: [
        "Counterpoint", "CounterpointRecording", "CounterpointTerminal", "CounterpointTestSupport",
        "CounterpointTesting", "ExampleTestSupport", "PrimeTime", "PrimeTimeCommand", "PrimeTimeTerminal",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Examples/PrimeTime/Tests/PrimeTimeTerminalTests",
      exclude: ["Recordings", "Screens"]
    ),
    .executableTarget(
      name: "PrimeTimeCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointTerminal", "ExampleCommand",
        "PrimeTime", "PrimeTimeTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/PrimeTime/Sources/PrimeTimeCommand"
    ),
    .target(
      name: "PrimeTimeWeb",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointSessions", "PrimeTime",
        "StateSharing",
      ],
      path: "Examples/PrimeTime/Sources/PrimeTimeWeb",
      resources: [.embedInCode("primetime.css")]
    ),
    .testTarget(
      name: "PrimeTimeWebTests",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointSessions", "CounterpointSupport",
        "CounterpointTerminal", "CounterpointTesting", "ExampleTestSupport", "PrimeTime", "PrimeTimeTerminal",
        "PrimeTimeWeb", "PrimeTimeWebCommand", "StateSharing",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ],
      path: "Examples/PrimeTime/Tests/PrimeTimeWebTests",
      exclude: ["Pages"]
    ),
    .executableTarget(
      name: "PrimeTimeWebCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointSessions", "CounterpointSessionsEtcd", "CounterpointWeb",
        "ExampleCommand", "PrimeTimeWeb", "StateSharing", "StateSharingEtcd",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
      ],
      path: "Examples/PrimeTime/Sources/PrimeTimeWebCommand"
    ),

    // MARK: Board
    .target(name: "Board", dependencies: ["Counterpoint"], path: "Examples/Board/Sources/Board"),
    .testTarget(
      name: "BoardTests",
      dependencies: ["Board", "Counterpoint", "CounterpointTesting"],
      path: "Examples/Board/Tests/BoardTests"
    ),
    .target(
      name: "BoardTerminal",
      dependencies: ["Board", "Counterpoint", "CounterpointTerminal"],
      path: "Examples/Board/Sources/BoardTerminal"
    ),
    .testTarget(
      name: "BoardTerminalTests",
      dependencies: ["Board", "BoardTerminal", "Counterpoint", "CounterpointTerminal", "ExampleTestSupport"],
      path: "Examples/Board/Tests/BoardTerminalTests",
      exclude: ["Screens"]
    ),
    .executableTarget(
      name: "BoardCommand",
      dependencies: [
        "Board", "BoardTerminal", "Counterpoint", "CounterpointTerminal", "ExampleCommand",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/Board/Sources/BoardCommand"
    ),
    .target(
      name: "BoardWeb",
      dependencies: ["Board", "Counterpoint", "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions"],
      path: "Examples/Board/Sources/BoardWeb",
      resources: [.embedInCode("board.css"), .embedInCode("board.js")]
    ),
    .testTarget(
      name: "BoardWebTests",
      dependencies: [
        "Board", "BoardWeb", "Counterpoint", "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions",
        "CounterpointSessionsTestSupport",
      ],
      path: "Examples/Board/Tests/BoardWebTests"
    ),
    .executableTarget(
      name: "BoardWebCommand",
      dependencies: [
        "Board", "BoardWeb", "Counterpoint", "CounterpointSessions", "CounterpointWeb", "ExampleCommand",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/Board/Sources/BoardWebCommand"
    ),

    // MARK: Gallery
    .target(
      name: "GalleryTerminal",
      dependencies: ["Counterpoint", "CounterpointTerminal"],
      path: "Examples/Gallery/Sources/GalleryTerminal"
    ),
    .testTarget(
      name: "GalleryTerminalTests",
      dependencies: [
        "Counterpoint", "CounterpointTerminal", "CounterpointTesting", "ExampleTestSupport", "GalleryCommand",
        "GalleryTerminal",
      ],
      path: "Examples/Gallery/Tests/GalleryTerminalTests",
      exclude: ["Screens"]
    ),
    .executableTarget(
      name: "GalleryCommand",
      dependencies: [
        "Counterpoint", "CounterpointTerminal", "ExampleCommand", "GalleryTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/Gallery/Sources/GalleryCommand"
    ),

    // MARK: Members
    .target(
      name: "Members",
      dependencies: ["Counterpoint", "CounterpointRoutes"],
      path: "Examples/Members/Sources/Members"
    ),
    .testTarget(
      name: "MembersTests",
      dependencies: [
        "ControlledClocks", "Counterpoint", "CounterpointRecording", "CounterpointTestSupport", "CounterpointTesting",
        "Members", "StateSharing",
      ],
      path: "Examples/Members/Tests/MembersTests"
    ),
    .target(
      name: "MembersWeb",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointRoutes", "CounterpointSessions",
        "Members",
      ],
      path: "Examples/Members/Sources/MembersWeb",
      resources: [.embedInCode("members.css")]
    ),
    .testTarget(
      name: "MembersWebTests",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointSessions",
        "CounterpointSessionsTestSupport", "CounterpointTestSupport", "ExampleTestSupport", "Members", "MembersCommand",
        "MembersPasswords", "MembersWeb", "StateSharing",
      ],
      path: "Examples/Members/Tests/MembersWebTests"
    ),
    .target(
      name: "MembersPasswords",
      dependencies: ["Members", .target(name: "MembersCrypt", condition: .when(platforms: [.linux]))],
      path: "Examples/Members/Sources/MembersPasswords"
    ),
    // The library by which Linux itself hashes passwords. A package for passwords would build its own cryptography.
    .systemLibrary(
      name: "MembersCrypt",
      path: "Examples/Members/Sources/MembersCrypt",
      providers: [.apt(["libcrypt-dev"]), .yum(["libxcrypt-devel"])]
    ),
    .executableTarget(
      name: "MembersCommand",
      dependencies: [
        "Counterpoint", "CounterpointRecording", "CounterpointSessions", "CounterpointWeb", "ExampleCommand", "Members",
        "MembersPasswords", "MembersWeb", "StateSharing",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
      ],
      path: "Examples/Members/Sources/MembersCommand"
    ),

    // MARK: SharedStats
    .target(
      name: "SharedStats",
      dependencies: [
        "Counterpoint",
        .target(name: "StateSharingEtcd", condition: .when(traits: ["Etcd"])),
      ],
      path: "Examples/SharedStats/Sources/SharedStats"
    ),
    .testTarget(
      name: "SharedStatsTests",
      dependencies: [
        "Counterpoint", "CounterpointTesting", "ExampleTestSupport", "SharedStats",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .target(name: "StateSharingEtcd", condition: .when(traits: ["Etcd"])),
      ],
      path: "Examples/SharedStats/Tests/SharedStatsTests",
      exclude: ["Recordings"]
    ),
    .target(
      name: "SharedStatsTerminal",
      dependencies: ["Counterpoint", "CounterpointTerminal", "SharedStats"],
      path: "Examples/SharedStats/Sources/SharedStatsTerminal"
    ),
    .testTarget(
      name: "SharedStatsTerminalTests",
      dependencies: [
        "Counterpoint", "CounterpointTerminal", "ExampleTestSupport", "SharedStats", "SharedStatsCommand",
        "SharedStatsTerminal",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Examples/SharedStats/Tests/SharedStatsTerminalTests",
      exclude: ["Screens"]
    ),
    .executableTarget(
      name: "SharedStatsCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointTerminal", "ExampleCommand",
        "SharedStats", "SharedStatsTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/SharedStats/Sources/SharedStatsCommand"
    ),

    // MARK: SignUp
    .target(
      name: "SignUp",
      dependencies: ["Counterpoint"],
      path: "Examples/SignUp/Sources/SignUp"
    ),
    .testTarget(
      name: "SignUpTests",
      dependencies: [
        "Counterpoint", "CounterpointRecording", "CounterpointTesting", "ExampleTestSupport", "SignUp",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Examples/SignUp/Tests/SignUpTests",
      exclude: ["Recordings"]
    ),
    .target(
      name: "SignUpTerminal",
      dependencies: ["Counterpoint", "CounterpointTerminal", "SignUp"],
      path: "Examples/SignUp/Sources/SignUpTerminal"
    ),
    .testTarget(
      name: "SignUpTerminalTests",
      dependencies: [
        "Counterpoint", "CounterpointTerminal", "ExampleTestSupport", "SignUp", "SignUpCommand", "SignUpTerminal",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Examples/SignUp/Tests/SignUpTerminalTests",
      exclude: ["Screens"]
    ),
    .executableTarget(
      name: "SignUpCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointTerminal", "ExampleCommand",
        "SignUp", "SignUpTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/SignUp/Sources/SignUpCommand"
    ),
    .target(
      name: "SignUpWeb",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointRoutes", "CounterpointSessions",
        "SignUp",
      ],
      path: "Examples/SignUp/Sources/SignUpWeb",
      resources: [.embedInCode("signup.css")]
    ),
    .testTarget(
      name: "SignUpWebTests",
      dependencies: [
        "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointRoutes", "CounterpointSessions",
        "CounterpointSessionsTestSupport", "CounterpointTesting", "ExampleTestSupport", "SignUp", "SignUpWeb",
        "SignUpWebCommand",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ],
      path: "Examples/SignUp/Tests/SignUpWebTests",
      exclude: ["Pages"]
    ),
    .executableTarget(
      name: "SignUpWebCommand",
      dependencies: [
        "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointSessions", "CounterpointWeb",
        "ExampleCommand", "SignUp", "SignUpWeb",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: withAnyTrait),
      ],
      path: "Examples/SignUp/Sources/SignUpWebCommand"
    ),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  /// The package's own targets that this one names as dependencies.
  var ownDependencies: [String] {
    dependencies.compactMap { dependency in
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): name
      default: nil
      }
    }
  }
}

extension Package {
  /// Returns the targets that some targets need, these included.
  func targetsNeeded(by names: [String]) -> [Target] {
    var needed: Set<String> = []
    var unvisited = names
    while let name = unvisited.popLast() {
      guard needed.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
      unvisited += target.ownDependencies
    }
    return targets.filter { needed.contains($0.name) }
  }
}

// Set by a script that gives the plug-in of the macros, already built, to the compiler with `-load-plugin-executable`.
// Otherwise each folder of builds would build swift-syntax again.
if Context.environment["COUNTERPOINT_BUILT_MACROS"] != nil {
  for target in package.targets where target.name == "Counterpoint" {
    target.dependencies.removeAll { if case .byNameItem("CounterpointMacros", _) = $0 { true } else { false } }
  }
}

// A list of test targets. Only they and their dependencies remain, because the thread sanitizer in CI needs a part of
// the package, and a build of everything takes twice as long.
if let names = Context.environment["COUNTERPOINT_TESTS"] {
  package.targets = package.targetsNeeded(by: names.split(separator: ",").map(String.init))
  package.products.removeAll()
}

// One set of compiler settings for every Swift target. Warnings are errors in CI, where they would go unread.
let targetsInC = ["CounterpointTerminalSignals", "CounterpointThreadLocals"]
for target in package.targets
where !targetsInC.contains(target.name) && ![.plugin, .system].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
  if Context.environment["CI"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}

// SwiftPM compiles a module again if the interface of a direct dependency has changed, but that of `Counterpoint` stays
// the same when a module that it re-exports changes. What was compiled before would access values with an old layout.
// So products and targets name all libraries that they need.
let librariesNeeded = Dictionary(
  uniqueKeysWithValues: package.targets.map { target in
    (target.name, package.targetsNeeded(by: [target.name]).filter { $0.type == .regular }.map(\.name))
  }
)
for target in package.targets where target.type != .plugin {
  let named = target.ownDependencies + [target.name]
  let missing = librariesNeeded[target.name, default: []].filter { !named.contains($0) }
  target.dependencies += missing.map { .target(name: $0) }
}
package.products = package.products.map { product in
  guard let library = product as? Product.Library else { return product }
  let needed = library.targets.flatMap { librariesNeeded[$0, default: []] }
  return .library(name: library.name, type: library.type, targets: needed)
}
