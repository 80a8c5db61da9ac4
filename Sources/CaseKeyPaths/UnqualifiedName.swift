/// A type's name without the modules it comes from, for messages that people read.
package func unqualifiedName(of type: Any.Type) -> String {
  // A module is the first component of each qualified name; nested types keep their parents.
  // Private types carry the place of their declaration, which says nothing to a reader.
  let name = String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  var result = ""
  var component = ""
  var isFirst = true
  for character in name {
    if character == ".", component.isEmpty {
      // What stands before is a generic argument list or the like, not a module.
      result.append(character)
      isFirst = false
    } else if character == "." {
      if !isFirst { result += component + "." }
      component = ""
      isFirst = false
    } else if character.isLetter || character.isNumber || character == "_" {
      component.append(character)
    } else {
      result += component
      result.append(character)
      component = ""
      isFirst = true
    }
  }
  return result + component
}
