/// Writes a value of a structure as a call of an initializer whose effect is known.
///
/// The memberwise initializer is such one, and each initializer that only assigns its parameters to properties.
struct StructExpression {
  /// The values of the stored properties, by their names.
  let properties: [String: Any]
  let declaration: TypeDeclaration
  /// Returns whether the source can access a member.
  let isVisible: (Visibility) -> Bool
  /// Returns an expression for a part of the value.
  let text: (Any) -> String?

  /// The arguments of the call; `nil` if there is no such initializer.
  var arguments: String? {
    // A macro can add stored properties that the source doesn't show.
    guard Set(properties.keys).isSubset(of: declaration.properties.map(\.name)) else { return nil }
    if !declaration.hasInitializers { return memberwise }
    for initializer in declaration.initializers where isVisible(initializer.visibility) {
      if let text = arguments(of: initializer) { return text }
    }
    return nil
  }

  private var memberwise: String? {
    // Another module has no access to it, even if all properties are public.
    guard isVisible(Visibility(level: .internal, lines: nil)) else { return nil }
    var arguments: [String] = []
    for property in declaration.properties where !(property.isConstant && property.initialValue != nil) {
      // The initializer is as accessible as the property that is least accessible.
      guard !property.isLazy, isVisible(property.reading), let value = properties[property.name] else { return nil }
      if let text = text(value) {
        arguments.append("\(labelText(property.name)): \(text)")
      } else if !(value is any SharedHandle) || property.initialValue == nil {
        return nil
      }
    }
    return arguments.joined(separator: ", ")
  }

  private func arguments(of initializer: TypeDeclaration.Initializer) -> String? {
    guard let assignments = initializer.assignments,
      Set(assignments.values) == Set(initializer.parameters.map(\.name)),
      Set(assignments.keys).isSubset(of: properties.keys),
      declaration.properties.allSatisfy({ assignments[$0.name] != nil || hasInitialValue($0) })
    else { return nil }
    let arguments = initializer.parameters.compactMap { parameter -> String? in
      let values = assignments.filter { $0.value == parameter.name }.map { properties[$0.key] }
      guard values.count == 1, let value = values[0], let text = text(value) else { return nil }
      return parameter.label.map { "\(labelText($0)): \(text)" } ?? text
    }
    return arguments.count == initializer.parameters.count ? arguments.joined(separator: ", ") : nil
  }

  /// Whether the value of a property is certainly the one that it is declared with.
  private func hasInitialValue(_ property: TypeDeclaration.Property) -> Bool {
    guard let initialValue = property.initialValue ?? (property.isImplicitlyNil ? "nil" : nil),
      let value = properties[property.name]
    else { return false }
    return text(value) == initialValue
  }
}
