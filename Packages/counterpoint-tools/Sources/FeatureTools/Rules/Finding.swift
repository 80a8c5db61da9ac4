/// A likely mistake at a place in a file.
package struct Finding: Equatable, Sendable {
  /// The path of the file, relative to the folder of the package.
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// The column in bytes, counted from 1.
  package var column: Int
  /// The name of the rule.
  package var rule: String
  /// The mistake, in a sentence.
  package var message: String
  /// The correction, in a sentence.
  package var fix: String
}

extension Finding: CustomStringConvertible {
  /// The finding as compilers print warnings, with the correction on a second line.
  package var description: String {
    "\(file):\(line):\(column): warning: \(message) (\(rule))\n  \(fix)"
  }
}
