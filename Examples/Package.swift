// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "counterpoint-examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "primetime", targets: ["PrimeTimeCommand"]),
    .executable(name: "primetime-web", targets: ["PrimeTimeWebCommand"]),
    .executable(name: "board", targets: ["BoardCommand"]),
    .executable(name: "board-web", targets: ["BoardWebCommand"]),
    .executable(name: "gallery", targets: ["GalleryCommand"]),
    .executable(name: "members-web", targets: ["MembersCommand"]),
    .executable(name: "sharedstats", targets: ["SharedStatsCommand"]),
    .executable(name: "signup", targets: ["SignUpCommand"]),
    .executable(name: "signup-web", targets: ["SignUpWebCommand"]),
  ],
  dependencies: [
    .package(name: "counterpoint", path: ".."),
    .package(path: "../Packages/counterpoint-etcd"),
    .package(path: "../Packages/counterpoint-terminal"),
    .package(path: "../Packages/counterpoint-web"),
    .package(path: "../Packages/counterpoint-web-etcd"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // MARK: Shared by the examples
    module(
      "ExampleCommand",
      of: "Support",
      [
        "ArgumentParser", "Counterpoint", "CounterpointInspector", "CounterpointRecording", "CounterpointTerminal",
      ]
    ),
    module("ExampleTestSupport", of: "Support", ["CustomDump"]),

    // MARK: PrimeTime
    module("PrimeTime", of: "PrimeTime", ["Counterpoint", "DurableFiles"]),
    tests(
      "PrimeTimeTests",
      of: "PrimeTime",
      [
        "PrimeTime", "ExampleTestSupport", "Counterpoint", "CounterpointTestSupport", "CounterpointTesting",
        "DurableFiles",
        "IssueReportingTestSupport",
      ]
    ),
    module("PrimeTimeTerminal", of: "PrimeTime", ["PrimeTime", "Counterpoint", "CounterpointTerminal"]),
    program(
      "PrimeTimeCommand",
      of: "PrimeTime",
      [
        "PrimeTime", "PrimeTimeTerminal", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointInspector",
        "CounterpointRecording", "CounterpointTerminal",
      ]
    ),
    tests(
      "PrimeTimeTerminalTests",
      of: "PrimeTime",
      [
        "PrimeTime", "PrimeTimeTerminal", "PrimeTimeCommand", "ExampleTestSupport", "Counterpoint",
        "CounterpointRecording", "CounterpointTerminal", "CounterpointTerminalTestSupport", "CounterpointTestSupport",
        "CounterpointTesting", "IssueReportingTestSupport",
      ],
      exclude: ["Recordings", "Screens"]
    ),
    module(
      "PrimeTimeWeb",
      of: "PrimeTime",
      [
        "PrimeTime", "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointSessions",
        "StateSharing",
      ],
      embedding: ["primetime.css"]
    ),
    program(
      "PrimeTimeWebCommand",
      of: "PrimeTime",
      [
        "PrimeTimeWeb", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointInspector",
        "CounterpointSessions", "CounterpointSessionsEtcd", "CounterpointWeb", "Logging", "StateSharing",
        "StateSharingEtcd",
      ]
    ),
    tests(
      "PrimeTimeWebTests",
      of: "PrimeTime",
      [
        "PrimeTime", "PrimeTimeTerminal", "PrimeTimeWeb", "PrimeTimeWebCommand", "ExampleTestSupport", "Counterpoint",
        "CounterpointHTML", "CounterpointRecording", "CounterpointSessions", "CounterpointTerminal",
        "CounterpointTesting", "CustomDump", "StateSharing",
      ],
      exclude: ["Pages"]
    ),

    // MARK: Board
    module("Board", of: "Board", ["Counterpoint"]),
    tests("BoardTests", of: "Board", ["Board", "Counterpoint", "CounterpointTesting"]),
    module("BoardTerminal", of: "Board", ["Board", "Counterpoint", "CounterpointTerminal"]),
    program(
      "BoardCommand",
      of: "Board",
      [
        "Board", "BoardTerminal", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointTerminal",
      ]
    ),
    tests(
      "BoardTerminalTests",
      of: "Board",
      [
        "Board", "BoardTerminal", "ExampleTestSupport", "Counterpoint", "CounterpointTerminal",
        "CounterpointTerminalTestSupport",
      ],
      exclude: ["Screens"]
    ),
    module(
      "BoardWeb",
      of: "Board",
      [
        "Board", "Counterpoint", "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions",
      ],
      embedding: ["board.css", "board.js"]
    ),
    program(
      "BoardWebCommand",
      of: "Board",
      [
        "Board", "BoardWeb", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointSessions",
        "CounterpointWeb",
      ]
    ),
    tests(
      "BoardWebTests",
      of: "Board",
      [
        "Board", "BoardWeb", "Counterpoint", "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions",
        "CounterpointSessionsSimulation", "CounterpointSessionsTestSupport", "CounterpointSimulation",
      ]
    ),

    // MARK: Gallery
    module("GalleryTerminal", of: "Gallery", ["Counterpoint", "CounterpointTerminal"]),
    program(
      "GalleryCommand",
      of: "Gallery",
      [
        "GalleryTerminal", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointTerminal",
      ]
    ),
    tests(
      "GalleryTerminalTests",
      of: "Gallery",
      [
        "GalleryTerminal", "GalleryCommand", "ExampleTestSupport", "Counterpoint", "CounterpointTerminal",
        "CounterpointTerminalTestSupport", "CounterpointTesting",
      ],
      exclude: ["Screens"]
    ),

    // MARK: Members
    module("Members", of: "Members", ["Counterpoint", "CounterpointRoutes"]),
    tests(
      "MembersTests",
      of: "Members",
      [
        "Members", "ControlledClocks", "Counterpoint", "CounterpointRecording", "CounterpointTestSupport",
        "CounterpointTesting", "StateSharing",
      ]
    ),
    module(
      "MembersPasswords",
      of: "Members",
      ["Members"],
      [.target(name: "MembersCrypt", condition: .when(platforms: [.linux]))]
    ),
    // The library by which Linux itself hashes passwords. A package for passwords would build its own cryptography.
    .systemLibrary(
      name: "MembersCrypt",
      path: "Members/Sources/MembersCrypt",
      providers: [.apt(["libcrypt-dev"]), .yum(["libxcrypt-devel"])]
    ),
    module(
      "MembersWeb",
      of: "Members",
      [
        "Members", "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointRoutes",
        "CounterpointSessions",
      ],
      embedding: ["members.css"]
    ),
    program(
      "MembersCommand",
      of: "Members",
      [
        "Members", "MembersPasswords", "MembersWeb", "ExampleCommand", "ArgumentParser", "Counterpoint",
        "CounterpointRecording", "CounterpointSessions", "CounterpointWeb", "Logging", "StateSharing",
      ]
    ),
    tests(
      "MembersWebTests",
      of: "Members",
      [
        "Members", "MembersCommand", "MembersPasswords", "MembersWeb", "ExampleTestSupport", "Counterpoint",
        "CounterpointHTML", "CounterpointRecording", "CounterpointSessions", "CounterpointSessionsTestSupport",
        "CounterpointTestSupport", "StateSharing",
      ]
    ),

    // MARK: SharedStats
    module("SharedStats", of: "SharedStats", ["Counterpoint", "StateSharingEtcd"]),
    tests(
      "SharedStatsTests",
      of: "SharedStats",
      [
        "SharedStats", "ExampleTestSupport", "Counterpoint", "CounterpointTestSupport", "CounterpointTesting",
        "IssueReportingTestSupport", "StateSharingEtcd",
      ],
      exclude: ["Recordings"]
    ),
    module("SharedStatsTerminal", of: "SharedStats", ["SharedStats", "Counterpoint", "CounterpointTerminal"]),
    program(
      "SharedStatsCommand",
      of: "SharedStats",
      [
        "SharedStats", "SharedStatsTerminal", "ExampleCommand", "ArgumentParser", "Counterpoint",
        "CounterpointInspector", "CounterpointRecording", "CounterpointTerminal",
      ]
    ),
    tests(
      "SharedStatsTerminalTests",
      of: "SharedStats",
      [
        "SharedStats", "SharedStatsTerminal", "SharedStatsCommand", "ExampleTestSupport", "Counterpoint",
        "CounterpointTerminal", "CounterpointTerminalTestSupport", "IssueReportingTestSupport",
      ],
      exclude: ["Screens"]
    ),

    // MARK: SignUp
    module("SignUp", of: "SignUp", ["Counterpoint"]),
    tests(
      "SignUpTests",
      of: "SignUp",
      [
        "SignUp", "ExampleTestSupport", "Counterpoint", "CounterpointRecording", "CounterpointTesting",
        "IssueReportingTestSupport",
      ],
      exclude: ["Recordings"]
    ),
    module("SignUpTerminal", of: "SignUp", ["SignUp", "Counterpoint", "CounterpointTerminal"]),
    program(
      "SignUpCommand",
      of: "SignUp",
      [
        "SignUp", "SignUpTerminal", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointInspector",
        "CounterpointRecording", "CounterpointTerminal",
      ]
    ),
    tests(
      "SignUpTerminalTests",
      of: "SignUp",
      [
        "SignUp", "SignUpTerminal", "SignUpCommand", "ExampleTestSupport", "Counterpoint", "CounterpointTerminal",
        "CounterpointTerminalTestSupport", "IssueReportingTestSupport",
      ],
      exclude: ["Screens"]
    ),
    module(
      "SignUpWeb",
      of: "SignUp",
      [
        "SignUp", "Counterpoint", "CounterpointHTML", "CounterpointRecording", "CounterpointRoutes",
        "CounterpointSessions",
      ],
      embedding: ["signup.css"]
    ),
    program(
      "SignUpWebCommand",
      of: "SignUp",
      [
        "SignUp", "SignUpWeb", "ExampleCommand", "ArgumentParser", "Counterpoint", "CounterpointInspector",
        "CounterpointRecording", "CounterpointSessions", "CounterpointWeb",
      ]
    ),
    tests(
      "SignUpWebTests",
      of: "SignUp",
      [
        "SignUp", "SignUpWeb", "SignUpWebCommand", "ExampleTestSupport", "Counterpoint", "CounterpointHTML",
        "CounterpointRecording", "CounterpointRoutes", "CounterpointSessions", "CounterpointSessionsTestSupport",
        "CounterpointTesting", "CustomDump",
      ],
      exclude: ["Pages"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

func module(
  _ name: String,
  of example: String,
  _ names: [String],
  _ others: [Target.Dependency] = [],
  embedding resources: [String] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies(names) + others,
    path: "\(example)/Sources/\(name)",
    resources: resources.map { .embedInCode($0) },
    swiftSettings: settings
  )
}

func program(_ name: String, of example: String, _ names: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies(names),
    path: "\(example)/Sources/\(name)",
    swiftSettings: settings
  )
}

func tests(_ name: String, of example: String, _ names: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies(names),
    path: "\(example)/Tests/\(name)",
    exclude: exclude,
    swiftSettings: settings
  )
}

/// Returns the products, and the targets of this package, that have these names.
func dependencies(_ names: [String]) -> [Target.Dependency] {
  names.map { name in
    switch name {
    case "ArgumentParser": .product(name: name, package: "swift-argument-parser")
    case "CustomDump": .product(name: name, package: "swift-custom-dump")
    case "IssueReportingTestSupport": .product(name: name, package: "xctest-dynamic-overlay")
    case "Logging": .product(name: name, package: "swift-log")
    case "StateSharingEtcd": .product(name: name, package: "counterpoint-etcd")
    case "CounterpointSessionsEtcd": .product(name: name, package: "counterpoint-web-etcd")
    case "CounterpointTerminal", "CounterpointTerminalTestSupport":
      .product(name: name, package: "counterpoint-terminal")
    case "CounterpointHTML", "CounterpointRoutes", "CounterpointSessions", "CounterpointSessionsSimulation",
      "CounterpointSessionsTestSupport", "CounterpointWeb":
      .product(name: name, package: "counterpoint-web")
    case "ControlledClocks", "DurableFiles", "StateSharing": .product(name: name, package: "counterpoint")
    case _ where name.hasPrefix("Counterpoint"): .product(name: name, package: "counterpoint")
    default: .target(name: name)
    }
  }
}
