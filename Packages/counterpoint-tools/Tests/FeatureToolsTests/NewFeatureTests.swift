import Foundation
import SwiftSyntax
import Testing

@testable import FeatureTools

@Suite struct NewFeatureTests {
  private let inventory = PackageInventory(
    root: "/p",
    targets: [
      PackageInventory.Target(
        name: "WrittenFeature",
        folder: "/p/Sources",
        dependencies: ["Counterpoint", "CounterpointTerminal", "CounterpointHTML", "CounterpointSessions"]
      ),
      PackageInventory.Target(
        name: "WrittenFeatureTests",
        folder: "/p/Tests",
        isTest: true,
        dependencies: ["WrittenFeature", "CounterpointTesting"]
      ),
      PackageInventory.Target(name: "Logic", folder: "/p/Logic"),
    ]
  )

  /// The fixture is compiled, and its tests run.
  @Test func theFixtureIsWrittenByTheCommand() throws {
    let fixture = URL(filePath: #filePath).appending(path: "../../Fixtures/written-feature").standardizedFileURL
    let feature = try NewFeature("ShoppingList", platforms: [.web, .terminal], in: inventory)
    #expect(
      feature.files.map(\.path) == [
        "/p/Sources/ShoppingList/ShoppingList.swift", "/p/Sources/ShoppingList/ShoppingListScreen.swift",
        "/p/Sources/ShoppingList/ShoppingListPage.swift", "/p/Tests/ShoppingListTests.swift",
      ]
    )
    for file in feature.files {
      let path = file.path.replacing("/p/", with: "")
      #expect(file.text == (try String(contentsOf: fixture.appending(path: path), encoding: .utf8)), "\(path)")
    }
  }

  @Test(arguments: [[], [.terminal], [.web], [.terminal, .web]] as [[Platform]])
  func aWrittenFeatureHasNoSyntaxErrorAndNoFinding(_ platforms: [Platform]) throws {
    let feature = try NewFeature("Counter", platforms: platforms, in: inventory)
    #expect(feature.files.count == 2 + platforms.count)
    let files = feature.files.map { file in
      SourceFile(path: file.path, target: file.path.contains("Tests") ? feature.tests : feature.target, text: file.text)
    }
    #expect(files.allSatisfy { !$0.tree.hasError })
    #expect(Linter().findings(in: SourcePackage(files: files)) == [])
  }

  /// A feature without a view is not used yet, so none of its actions lacks a sender in a program that has views.
  @Test(arguments: [[], [.terminal], [.web], [.terminal, .web]] as [[Platform]])
  func aFeatureThatIsWrittenIntoAProgramHasNoFinding(_ platforms: [Platform]) throws {
    let feature = try NewFeature("Counter", platforms: platforms, in: inventory)
    let program = SourceFile(
      path: "App.swift",
      target: feature.target,
      text: "struct App {\n  let store: StoreOf<Other>\n  func go() { store.send(.goTapped) }\n}"
    )
    let files = feature.files.map { file in
      SourceFile(path: file.path, target: file.path.contains("Tests") ? feature.tests : feature.target, text: file.text)
    }
    #expect(Linter().findings(in: SourcePackage(files: files + [program])) == [])
    // Once the program uses it, its actions need senders.
    let use = SourceFile(path: "Root.swift", target: feature.target, text: "let counter = Counter()")
    let findings = Linter().findings(in: SourcePackage(files: files + [program, use]))
    #expect(findings.map(\.rule) == (platforms.isEmpty ? ["unsent-action", "unsent-action"] : []))
  }

  @Test(arguments: ["", "counter", "My Counter", "1st", "Zähler", "State"])
  func aNameIsATypeName(_ name: String) {
    #expect(throws: NewFeatureError.self) { try NewFeature(name, in: inventory) }
  }

  @Test func namesAreTitles() throws {
    let feature = try NewFeature("ShoppingList", in: inventory)
    #expect(feature.title == "Shopping list")
    #expect(feature.lowercasedName == "shoppingList")
    #expect(try NewFeature("URLList", in: inventory).lowercasedName == "urlList")
    #expect(try NewFeature("FAQ", in: inventory).lowercasedName == "faq")
  }

  @Test func missingProductsAreListed() {
    var inventory = inventory
    inventory.targets[0].dependencies = ["Counterpoint"]
    #expect {
      try NewFeature("Counter", platforms: [.web], in: inventory)
    } throws: { error in
      "\(error)" == """
        The target 'WrittenFeature' needs more products. Add to its dependencies in Package.swift:
          .product(name: "CounterpointHTML", package: "counterpoint-web"),
          .product(name: "CounterpointSessions", package: "counterpoint-web"),
        """
    }
  }

  @Test func aTargetIsChosen() throws {
    var inventory = inventory
    #expect(throws: NewFeatureError.self) { try NewFeature("Counter", target: "Unknown", in: inventory) }
    #expect(throws: NewFeatureError.self) { try NewFeature("Counter", target: "Logic", in: inventory) }
    #expect(throws: NewFeatureError.self) { try NewFeature("Counter", tests: "LogicTests", in: inventory) }
    inventory.targets[2].dependencies = ["Counterpoint"]
    #expect(throws: NewFeatureError.self) { try NewFeature("Counter", in: inventory) }
    #expect(try NewFeature("Counter", target: "WrittenFeature", in: inventory).tests.name == "WrittenFeatureTests")
    inventory.targets[1].dependencies = []
    #expect(throws: NewFeatureError.self) { try NewFeature("Counter", target: "WrittenFeature", in: inventory) }
  }

  @Test func aFileIsNeverOverwritten() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var inventory = inventory
    for index in inventory.targets.indices {
      inventory.targets[index].folder = folder.path(percentEncoded: false) + "/\(inventory.targets[index].name)"
    }
    let feature = try NewFeature("Counter", platforms: [.terminal], in: inventory)
    #expect(try feature.write() == feature.files.map(\.path))
    for file in feature.files {
      #expect(try String(contentsOf: URL(filePath: file.path), encoding: .utf8) == file.text)
    }

    let test = try #require(feature.files.last)
    for file in feature.files.dropLast() { try FileManager.default.removeItem(atPath: file.path) }
    #expect(throws: NewFeatureError.self) { try feature.write() }
    #expect(feature.files.filter { FileManager.default.fileExists(atPath: $0.path) } == [test])
  }
}
