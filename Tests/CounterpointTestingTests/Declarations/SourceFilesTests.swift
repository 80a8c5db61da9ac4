import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointTesting

@Suite struct SourceFilesTests {
  @Test func aManifestNamesTheFolderOfATarget() {
    let manifest = """
      let package = Package(
        name: "Shop",
        targets: [
          .target(name: "Core", dependencies: [.product(name: "Clocks", package: "clocks")], path: "Sources/Base"),
          .target(name: "Views", dependencies: ["Core"]),
          .target(
            name: "Tools", // "(
            exclude: ["path: \\"no\\""],
            path: "Lib"
          ),
        ]
      )
      """
    #expect(SourceFiles.path(of: "Core", in: manifest) == "Sources/Base")
    #expect(SourceFiles.path(of: "Tools", in: manifest) == "Lib")
    for name in ["Shop", "Views", "Clocks", "None", "("] { #expect(SourceFiles.path(of: name, in: manifest) == nil) }
    for end in manifest.indices { _ = SourceFiles.path(of: "Core", in: String(manifest[..<end])) }
  }

  @Test func typesAreFoundInAFolderOfAnotherName() throws {
    let folder = try Folder()
    for name in ["Sources/Base", "Tests"] {
      try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
    }
    try Data(#"let package = Package(targets: [.target(name: "Core", path: "Sources/Base")])"#.utf8)
      .write(to: folder.file("Package.swift"))
    try Data("public struct Row { public private(set) var title: String }".utf8)
      .write(to: folder.file("Sources/Base/Row.swift"))
    let files = try #require(SourceFiles.around(folder.file("Tests/RowTests.swift").path).first)
    #expect(files.declarations(of: ["Row"], in: "Core").map(\.path) == [["Row"]])
  }
}
