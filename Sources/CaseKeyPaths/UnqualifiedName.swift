/// Returns the name of a type without module names, for messages.
package func unqualifiedName(of type: Any.Type) -> String {
  // A module is the first component of each qualified name; nested types keep their parents. The name of a private
  // type contains an address, which is removed.
  let name = String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  var result = ""
  var component = ""
  var isFirst = true
  for character in name {
    if character == ".", component.isEmpty {
      // The text before the dot ends with a bracket, for example of generic arguments, and is not a module.
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
