import Foundation
import Testing

/// Compares the expansions of the macros with the data files in `Expansions`, which has a folder per macro.
///
/// `ExpansionFile` describes the format. To add a case, write its name and its input, then run
/// `Scripts/record-expansions` and review what it wrote.
@Suite struct ExpansionTests {
  @Test(arguments: try ExpansionFolder(of: "CasePathable").cases())
  func casePathable(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "DependencyClient").cases())
  func dependencyClient(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "DependencyEndpoint").cases())
  func dependencyEndpoint(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "DependencyEntry").cases())
  func dependencyEntry(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "ObservableState").cases())
  func observableState(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "Presents").cases())
  func presents(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "Reducer").cases())
  func reducer(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  @Test(arguments: try ExpansionFolder(of: "ViewAction").cases())
  func viewAction(expansion: ExpansionArgument) throws { try expectExpansion(expansion) }

  /// A folder without a test would never be compared.
  @Test func eachFolderHasATest() throws {
    #expect(
      try ExpansionFolder.all.names() == [
        "CasePathable", "DependencyClient", "DependencyEndpoint", "DependencyEntry", "ObservableState", "Presents",
        "Reducer", "ViewAction",
      ],
      "Each folder needs a test above, and its name here."
    )
  }

  /// Otherwise recording one case would change the others of its file.
  @Test func filesAreFormattedAsRecorded() throws {
    for folder in try ExpansionFolder.all.names() {
      for file in try ExpansionFolder(of: folder).files() {
        let changes = lineDifferences(
          from: try String(contentsOf: file, encoding: .utf8),
          to: try ExpansionFile(contentsOf: file).text
        )
        #expect(changes.isEmpty, "Write \(file.path) with the lines that begin with '+':\n\(changes)")
      }
    }
  }
}
