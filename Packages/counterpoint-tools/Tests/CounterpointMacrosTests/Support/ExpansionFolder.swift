import Foundation
import Testing

/// A folder of data files: those of a macro.
struct ExpansionFolder {
  let url: URL

  /// The folder that contains those of the macros.
  static let all = ExpansionFolder(
    url: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(component: "Expansions")
  )

  init(url: URL) { self.url = url }

  /// The folder of a macro of the package.
  init(of macro: String) { url = Self.all.url.appending(component: macro) }

  /// Returns the names of the entries, sorted.
  ///
  /// Swift Testing passes a test without arguments, so a missing or empty folder is an error.
  func names() throws(ExpansionFileError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      throw ExpansionFileError(file: url.path, message: "The folder doesn't exist.")
    }
    guard !names.isEmpty else { throw ExpansionFileError(file: url.path, message: "The folder is empty.") }
    return names.sorted()
  }

  /// Returns the data files, sorted by name.
  func files() throws(ExpansionFileError) -> [URL] {
    let files = try names().map { url.appending(component: $0) }
    for file in files where file.pathExtension != "txt" {
      throw ExpansionFileError(file: file.path, message: "The name of a data file ends with '.txt'.")
    }
    return files
  }

  /// Reads the cases of all files.
  func cases() throws(ExpansionFileError) -> [ExpansionArgument] {
    var cases: [ExpansionArgument] = []
    for file in try files() {
      cases += try ExpansionFile(contentsOf: file).cases.map { ExpansionArgument(file: file, expected: $0) }
    }
    return cases
  }
}

extension ExpansionFile {
  init(contentsOf url: URL) throws(ExpansionFileError) {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw ExpansionFileError(file: url.path, message: "The file can't be read as UTF-8.")
    }
    do throws(ExpansionFileError) {
      try self.init(text)
    } catch {
      throw ExpansionFileError(file: url.path, line: error.line, message: error.message)
    }
  }
}

/// A case of a data file as the argument of a test.
struct ExpansionArgument: CustomTestStringConvertible, Sendable {
  let file: URL
  let expected: ExpansionCase

  var testDescription: String {
    "\(file.deletingPathExtension().lastPathComponent): \(expected.name)"
  }
}
