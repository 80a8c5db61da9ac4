/// The lines of a type's declaration, whose head is on one line where it fits.
///
/// - Parameters:
///   - declaration: What stands before the colon, such as `public enum Action`.
///   - protocols: What the type conforms to.
///   - body: The lines between the braces.
func typeDeclaration(_ declaration: String, conformingTo protocols: [String], body: Lines) -> Lines {
  let line = "\(declaration): \(protocols.joined(separator: ", "))"
  let braces = body.isEmpty ? "{}" : "{"
  let closing = body.isEmpty ? [] : body.indented + ["}"]
  guard line.count > 110 else { return ["\(line) \(braces)"] + closing }
  let last = protocols.count - 1
  return ["\(declaration):"] + zip(protocols, 0...).map { "  \($0)\($1 == last ? "" : ",")" } + [braces] + closing
}
