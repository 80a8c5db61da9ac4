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
