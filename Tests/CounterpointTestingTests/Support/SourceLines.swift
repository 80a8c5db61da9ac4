import Foundation

/// The source of the closure that begins after a line and ends with a line `}` of some indentation.
func closureSource(in path: String, after line: UInt) throws -> [String] {
  let lines = try String(contentsOfFile: path, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false)
  var body: [String] = []
  for line in lines.dropFirst(Int(line)) {
    let text = line.trimmingCharacters(in: .whitespaces)
    if text == "}" { break }
    body.append(text)
  }
  return body
}
