/// Source text, as one string per line.
typealias Lines = [String]

extension Lines {
  /// The lines, indented by two columns.
  var indented: Lines { map { $0.isEmpty ? $0 : "  " + $0 } }
}

extension Sequence<Lines> {
  /// Concatenates the elements with an empty line between them.
  func joinedWithEmptyLines() -> Lines {
    Array(joined(separator: [""]))
  }
}

extension String {
  /// The lines without their common indentation. The first line is assumed to have none.
  var linesWithoutCommonIndentation: Lines {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let indentations = lines.dropFirst().filter { !$0.isEmpty }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }
    let common = indentations.min() ?? 0
    return lines.prefix(1).map(String.init) + lines.dropFirst().map { String($0.dropFirst(common)) }
  }
}

/// Returns the lines of a type declaration, whose header is on one line if it fits.
///
/// - Parameters:
///   - declaration: The text before the colon, for example `public enum Action`.
///   - protocols: The protocols in the inheritance clause.
///   - body: The lines between the braces.
func typeDeclaration(_ declaration: String, conformingTo protocols: [String], body: Lines) -> Lines {
  let line = "\(declaration): \(protocols.joined(separator: ", "))"
  let braces = body.isEmpty ? "{}" : "{"
  let closing = body.isEmpty ? [] : body.indented + ["}"]
  guard line.count > 110 else { return ["\(line) \(braces)"] + closing }
  let last = protocols.count - 1
  return ["\(declaration):"] + zip(protocols, 0...).map { "  \($0)\($1 == last ? "" : ",")" } + [braces] + closing
}
