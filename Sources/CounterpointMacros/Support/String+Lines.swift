extension String {
  /// The lines without their common indentation. The first line is assumed to have none.
  var linesWithoutCommonIndentation: Lines {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let indentations = lines.dropFirst().filter { !$0.isEmpty }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }
    let common = indentations.min() ?? 0
    return lines.prefix(1).map(String.init) + lines.dropFirst().map { String($0.dropFirst(common)) }
  }
}
