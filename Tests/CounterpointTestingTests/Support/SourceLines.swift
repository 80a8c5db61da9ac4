import Foundation

/// Returns the source of the closure that begins after a line: its lines without their common indentation, up to a
/// less indented line `}`.
func closureSource(in path: String, after line: UInt) throws -> [String] {
  let lines = try String(contentsOfFile: path, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false)
    .dropFirst(Int(line))
  let indentation = lines.first?.prefix { $0 == " " }.count ?? 0
  var body: [String] = []
  for line in lines {
    if line.prefix(while: { $0 == " " }).count < indentation { break }
    body.append(String(line.dropFirst(indentation)))
  }
  return body
}
