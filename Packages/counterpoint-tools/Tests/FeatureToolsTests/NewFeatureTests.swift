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

  /// The targets of a package whose views are in other targets, as those of the examples.
  private let split = PackageInventory(
    root: "/p",
    targets: [
      PackageInventory.Target(name: "WrittenLogic", folder: "/p/Logic", dependencies: ["Counterpoint"]),
      PackageInventory.Target(
        name: "WrittenViews",
        folder: "/p/Views",
        dependencies: [
          "WrittenLogic", "Counterpoint", "CounterpointTerminal", "CounterpointHTML", "CounterpointSessions",
        ]
      ),
      PackageInventory.Target(
        name: "WrittenLogicTests",
        folder: "/p/LogicTests",
        isTest: true,
        dependencies: ["WrittenLogic", "CounterpointTesting"]
      ),
      PackageInventory.Target(
        name: "WrittenViewsTests",
        folder: "/p/ViewsTests",
        isTest: true,
        dependencies: ["WrittenLogic", "WrittenViews"]
      ),
    ]
  )

  /// The declarations that the views use are public then. The fixture is compiled, and its tests run.
  @Test func viewsAreWrittenIntoAnotherTarget() throws {
    let fixture = URL(filePath: #filePath).appending(path: "../../Fixtures/split-feature").standardizedFileURL
    let feature = try NewFeature("ShoppingList", platforms: [.web, .terminal], views: ["WrittenViews"], in: split)
    #expect(
      feature.files.map(\.path) == [
        "/p/Logic/ShoppingList/ShoppingList.swift", "/p/Views/ShoppingList/ShoppingListScreen.swift",
        "/p/Views/ShoppingList/ShoppingListPage.swift", "/p/LogicTests/ShoppingListTests.swift",
        "/p/ViewsTests/ShoppingListViewTests.swift",
      ]
    )
    for file in feature.files {
      let path = file.path.replacing("/p/", with: "")
      #expect(file.text == (try String(contentsOf: fixture.appending(path: path), encoding: .utf8)), "\(path)")
    }
    let files = feature.files.map { file in
      let target = split.targets.first { file.path.hasPrefix("\($0.folder)/") }
      return SourceFile(path: file.path, target: target ?? feature.target, text: file.text)
    }
    #expect(Linter().findings(in: SourcePackage(files: files)) == [])
  }

  /// Each platform can have a target of its own.
  @Test func aViewIsWrittenIntoTheTargetWithItsProducts() throws {
    var inventory = split
    inventory.targets[1].dependencies = ["WrittenLogic", "Counterpoint", "CounterpointTerminal"]
    var web = inventory.targets[1]
    web.name = "Site"
    web.folder = "/p/Site"
    web.dependencies = ["WrittenLogic", "Counterpoint", "CounterpointHTML", "CounterpointSessions"]
    inventory.targets.append(web)
    inventory.targets[3].dependencies.append("Site")
    let feature = try NewFeature("Cart", platforms: [.web, .terminal], views: ["WrittenViews", "Site"], in: inventory)
    #expect(feature.views.map(\.target.name) == ["WrittenViews", "Site"])
    #expect(feature.files.last?.text.contains("@testable import Site\n@testable import WrittenLogic\n") == true)
    // The tests of all are in one target if they are to be.
    let tests = ["WrittenViewsTests"]
    inventory.targets[3].dependencies.append("CounterpointTesting")
    let other = try NewFeature(
      "Cart",
      platforms: [.web, .terminal],
      views: ["WrittenViews", "Site"],
      tests: tests,
      in: inventory
    )
    #expect(other.files.last?.path == "/p/ViewsTests/CartTests.swift")
    #expect(other.files.count == 4)
  }

  @Test func aTargetOfViewsMustFit() {
    func error(_ platforms: [Platform], _ views: [String], _ change: (inout PackageInventory) -> Void) -> String {
      var inventory = split
      change(&inventory)
      do {
        _ = try NewFeature("Counter", platforms: platforms, target: "WrittenLogic", views: views, in: inventory)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(error([], ["WrittenViews"]) { _ in }.contains("add '--platforms terminal'"))
    #expect(error([.web], ["Unknown"]) { _ in }.hasPrefix("There is no target 'Unknown'."))
    let needsFeature = error([.web], ["WrittenViews"]) { $0.targets[1].dependencies.removeFirst() }
    #expect(needsFeature.contains("Add '\"WrittenLogic\"' to its dependencies"))
    let needsProduct = error([.web], ["WrittenViews"]) { $0.targets[1].dependencies.removeLast() }
    #expect(needsProduct.contains(".product(name: \"CounterpointSessions\", package: \"counterpoint-web\"),"))
    let needsTests = error([.web], ["WrittenViews"]) { $0.targets.removeLast() }
    #expect(needsTests == "No test target depends on 'WrittenLogic' and 'WrittenViews'. Add one to Package.swift.")
    let needsOne = error([.web, .terminal], ["WrittenViews", "Other"]) {
      $0.targets[1].dependencies.removeLast(2)
      $0.targets.append(PackageInventory.Target(name: "Other", folder: "/p/Other", dependencies: ["WrittenLogic"]))
    }
    #expect(needsOne.hasPrefix("None of the targets of views has the products of 'web'."))
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
    #expect(throws: NewFeatureError.self) { try NewFeature("Counter", tests: ["LogicTests"], in: inventory) }
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
